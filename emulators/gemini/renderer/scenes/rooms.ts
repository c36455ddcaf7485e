import { bokeh, box, disc, form, halo, type Place, repeat, type SceneKit } from "./scene.ts";

const dark = ({ mood }: SceneKit) => mood === "night" || mood === "neon" || mood === "dusk";

const wall = (kit: SceneKit, pale: string, deep: string) =>
  box(
    0,
    0,
    1280,
    720,
    kit.paints.linear(
      20,
      dark(kit)
        ? [
            [0, kit.palette.dusk],
            [1, kit.palette.night],
          ]
        : [
            [0, pale],
            [1, deep],
          ],
    ),
  );

const windowLight = (kit: SceneKit, x: number) =>
  box(
    x,
    40,
    300,
    400,
    kit.paints.linear(90, [
      [0, kit.sky.top],
      [1, kit.sky.low],
    ]),
  ) +
  box(x + 144, 40, 12, 400, "#f4efe6") +
  box(x, 220, 300, 12, "#f4efe6") +
  halo(kit.paints, x + 150, 240, 460, kit.sky.glow, dark(kit) ? 0.35 : 0.85);

const room: Place = (kit) =>
  wall(kit, "#f2e3cf", "#c99f7a") +
  windowLight(kit, 90) +
  box(800, 120, 420, 16, "#7a5236") +
  box(800, 300, 420, 16, "#7a5236") +
  repeat(9, (i) =>
    box(
      820 + i * 42,
      56 + (i % 3) * 12,
      26,
      66 - (i % 3) * 12,
      kit.random.pick([kit.palette.main, kit.palette.pop, kit.palette.deep, "#efe6d6"]),
    ),
  ) +
  repeat(5, (i) =>
    box(830 + i * 74, 232, 44, 68, kit.random.pick([kit.palette.accent, kit.palette.main, "#dfd3c0"]), 1, 8),
  ) +
  halo(kit.paints, 700, 250, 260, "#ffd08a", 0.9) +
  disc(700, 240, 46, "#fff0c8") +
  box(694, 280, 12, 280, "#5a4030") +
  box(
    -20,
    540,
    1320,
    220,
    kit.paints.linear(90, [
      [0, "#a8744c"],
      [1, "#5a3822"],
    ]),
  );

const kitchen: Place = (kit) =>
  wall(kit, "#f7efe2", "#d6bfa0") +
  repeat(9, (i) => box(0, 60 + i * 56, 1280, 3, "#b89f80", 0.35)) +
  repeat(15, (i) => box(i * 90, 60, 3, 460, "#b89f80", 0.35)) +
  windowLight(kit, 60) +
  box(620, 170, 620, 18, "#6b4630") +
  repeat(8, (i) =>
    box(
      640 + i * 74,
      96 + (i % 2) * 16,
      46,
      74 - (i % 2) * 16,
      kit.random.pick(["#c8452f", "#e8b33f", "#5f8a4a", "#f4ede0", "#4a7a8f"]),
      1,
      10,
    ),
  ) +
  repeat(
    3,
    (i) =>
      box(520 + i * 260, 0, 6, 60, "#3a2a20") +
      form(`M${470 + i * 260},110L${498 + i * 260},56H${548 + i * 260}L${576 + i * 260},110Z`, "#2e2520") +
      halo(kit.paints, 523 + i * 260, 130, 210, "#ffdf9a", 0.85),
  ) +
  box(-20, 500, 1320, 40, "#8a5a36") +
  box(
    -20,
    530,
    1320,
    220,
    kit.paints.linear(90, [
      [0, "#5a3a26"],
      [1, "#2c1a10"],
    ]),
  ) +
  bokeh(kit, 16, ["#e8402f", "#ffcf3f", "#6fae3f", "#ffe9c0"], [0, 450, 1280, 90], 34);

const den: Place = (kit) =>
  box(
    0,
    0,
    1280,
    720,
    kit.paints.linear(30, [
      [0, kit.palette.dusk],
      [0.6, kit.palette.night],
      [1, "#07060d"],
    ]),
  ) +
  halo(kit.paints, 200, 220, 520, kit.palette.main, 0.9) +
  halo(kit.paints, 1120, 260, 520, kit.palette.pop, 0.85) +
  box(60, 120, 470, 280, "#0a0a12", 1, 14) +
  box(
    76,
    136,
    438,
    248,
    kit.paints.linear(35, [
      [0, kit.palette.main],
      [1, kit.palette.accent],
    ]),
    0.95,
  ) +
  form("M76,330L200,250L290,310L400,220L514,320V384H76Z", kit.palette.night, 0.7) +
  disc(400, 190, 26, "#fff", 0.8) +
  box(830, 60, 390, 12, kit.palette.pop, 1, 6) +
  box(830, 230, 390, 12, kit.palette.accent, 1, 6) +
  repeat(6, (i) =>
    box(
      850 + i * 62,
      92 + (i % 2) * 26,
      40,
      130 - (i % 2) * 26,
      kit.random.pick([kit.palette.deep, kit.palette.shift, kit.palette.dusk]),
      1,
      6,
    ),
  ) +
  box(-20, 560, 1320, 200, "#0b0912") +
  halo(kit.paints, 300, 570, 420, kit.palette.main, 0.55, 60) +
  halo(kit.paints, 1000, 570, 420, kit.palette.pop, 0.5, 60);

const library: Place = (kit) =>
  box(0, 0, 1280, 720, "#2b190f") +
  repeat(
    4,
    (row) =>
      box(0, 160 + row * 170, 1280, 18, "#6b4526") +
      repeat(34, (i) => {
        const h = kit.random.between(96, 148);
        return box(
          i * 38 + kit.random.between(-4, 4),
          160 + row * 170 - h,
          kit.random.between(24, 34),
          h,
          kit.random.pick([
            "#7d2f28",
            "#2f5a4a",
            "#33486f",
            "#a3792f",
            "#5b3a5f",
            "#c9b48a",
            kit.palette.deep,
          ]),
        );
      }),
  ) +
  halo(kit.paints, 260, 240, 520, "#ffcf7a", 0.75) +
  halo(kit.paints, 1060, 330, 420, "#ffb75c", 0.5) +
  box(0, 620, 1280, 120, "#1a0f08");

const workshop: Place = (kit) =>
  box(
    0,
    0,
    1280,
    720,
    kit.paints.linear(30, [
      [0, "#b98a58"],
      [1, "#5f3f26"],
    ]),
  ) +
  repeat(18, (i) => repeat(8, (n) => disc(30 + i * 72, 40 + n * 62, 5, "#3a2412", 0.55))) +
  repeat(
    6,
    (i) =>
      box(90 + i * 200, 110, 26, 200, "#7a4a22", 1, 8) +
      box(64 + i * 200, 90, 78, 44, ["#c9ccd2", "#e0872a", "#4a5568"][i % 3]!, 1, 8),
  ) +
  halo(kit.paints, 700, 60, 620, "#ffe2a6", 0.85) +
  box(-20, 540, 1320, 50, "#a06a38") +
  box(
    -20,
    580,
    1320,
    180,
    kit.paints.linear(90, [
      [0, "#6b4322"],
      [1, "#2f1c0d"],
    ]),
  ) +
  bokeh(kit, 20, ["#ffe2a6", "#e0b070"], [0, 420, 1280, 140], 16);

const train: Place = (kit) =>
  box(
    0,
    0,
    1280,
    720,
    kit.paints.linear(90, [
      [0, "#2a3a4f"],
      [1, "#131b27"],
    ]),
  ) +
  repeat(2, (i) => {
    const x = 60 + i * 620;
    return (
      box(
        x,
        90,
        560,
        330,
        kit.paints.linear(90, [
          [0, kit.sky.top],
          [1, kit.sky.low],
        ]),
        1,
        40,
      ) +
      halo(kit.paints, x + 380, 330, 300, kit.sky.glow, 0.8, 150) +
      form(`M${x},380L${x + 170},300L${x + 300},350L${x + 440},290L${x + 560},350V420H${x}Z`, kit.mid) +
      repeat(5, (n) => box(x + 20 + n * 110, 372 + (n % 2) * 20, 84, 5, "#ffe2a0", 0.85))
    );
  }) +
  box(-20, 430, 1320, 16, "#8fa3b8", 0.7) +
  halo(kit.paints, 640, 20, 800, "#ffd9a0", 0.5, 120) +
  repeat(3, (i) => box(-40 + i * 480, 470, 360, 300, ["#8f2f36", "#7a2830", "#8f2f36"][i]!, 1, 60));

export const rooms = { room, kitchen, den, workshop, library, train };
