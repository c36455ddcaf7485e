/** What a buyer of a demo item receives at /demo/goods/<slug>: a page of headed lists. */
export type GoodsPage = {
  slug: string;
  title: string;
  intro: string;
  sections: { heading: string; points: string[] }[];
};
