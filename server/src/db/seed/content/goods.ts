import { guideGoods } from "#server/db/seed/content/goods-guides.ts";
import type { GoodsPage } from "#server/db/seed/content/goods-page.ts";
import { planGoods } from "#server/db/seed/content/goods-plans.ts";
import { recipeGoods } from "#server/db/seed/content/goods-recipes.ts";

export const demoGoods: GoodsPage[] = [...recipeGoods, ...guideGoods, ...planGoods];
