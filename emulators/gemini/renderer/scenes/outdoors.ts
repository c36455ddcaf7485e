import {
  beam,
  bokeh,
  box,
  disc,
  form,
  halo,
  type Place,
  repeat,
  ridge,
  type SceneKit,
  skyOf,
} from "./scene.ts";

const litWindows = ({ random, mood }: SceneKit, x: number, y: number, width: number, height: number) => {
  const share = mood === "day" ? 0.15 : 0.5;
  let out = "";
  for (let row = y + 18; row < y + height; row += 34)
    for (let column = x + 12; column < x + width - 16; column += 28)
      if (random.between(0, 1) < share)
        out += box(column, row, 15, 20, random.pick(["#ffd98a", "#ffe9b8", "#9ad8ff"]), 0.85);
  return out;
};

const skyline = (kit: SceneKit, base: number, tallest: number, fill: string, lit: boolean) => {
  let out = "";
  for (let x = -40; x < 1300; ) {
    const width = kit.random.between(80, 170);
    const height = kit.random.between(tallest * 0.4, tallest);
    out +=
      box(x, base - height, width, 720, fill) + (lit ? litWindows(kit, x, base - height, width, height) : "");
    x += width + kit.random.between(-6, 16);
  }
  return out;
};

const street: Place = (kit) =>
  skyOf(kit, 0.7) +
  halo(kit.paints, 640, 430, 620, kit.sky.glow, 0.75, 330) +
  skyline(kit, 520, 330, kit.far, false) +
  form("M-20,0H270L440,420V520L-20,640Z", kit.mid) +
  form("M1300,0H1010L840,420V520L1300,640Z", kit.mid) +
  repeat(5, (i) =>
    box(20 + i * 74, 90 + i * 58, 40, 74 - i * 9, "#ffd98a", kit.mood === "day" ? 0.35 : 0.9),
  ) +
  repeat(5, (i) =>
    box(1220 - i * 74, 90 + i * 58, 40, 74 - i * 9, "#9ad8ff", kit.mood === "day" ? 0.35 : 0.85),
  ) +
  form("M440,510H840L1300,720H-20Z", kit.near) +
  halo(kit.paints, 640, 560, 300, kit.sky.glow, 0.55, 120) +
  bokeh(kit, 30, ["#ffcf6b", "#ff7a59", kit.palette.accent, kit.palette.pop], [40, 330, 1200, 260], 32);

const city: Place = (kit) =>
  skyOf(kit) +
  halo(kit.paints, 860, 470, 700, kit.sky.glow, 0.7, 340) +
  skyline(kit, 560, 330, kit.far, false) +
  skyline(kit, 640, 360, kit.mid, true) +
  skyline(kit, 730, 220, kit.near, true);

const mountains: Place = (kit) =>
  skyOf(kit, 0.75) +
  halo(kit.paints, 860, 300, 520, kit.sky.glow, 0.95) +
  disc(860, 300, 62, kit.sky.glow) +
  ridge(kit, 470, 260, 150, kit.far, true) +
  halo(kit.paints, 640, 520, 900, kit.sky.low, 0.8, 120) +
  ridge(kit, 560, 190, 170, kit.mid, true) +
  halo(kit.paints, 640, 620, 900, kit.sky.low, 0.5, 90) +
  ridge(kit, 690, 110, 190, kit.near);

const forest: Place = (kit) =>
  box(
    0,
    0,
    1280,
    720,
    kit.paints.linear(90, [
      [0, "#dff2c4"],
      [0.55, "#7fb069"],
      [1, "#1d3a22"],
    ]),
  ) +
  halo(kit.paints, 760, 150, 640, "#fffbd0", 0.95) +
  repeat(12, (i) =>
    box(i * 112 + kit.random.between(-30, 30), 0, kit.random.between(18, 40), 720, "#5d7d4e", 0.55),
  ) +
  beam(760, -20, 420, 120, "#fffde0", 0.28) +
  beam(780, -20, 820, 140, "#fffde0", 0.26) +
  beam(800, -20, 1160, 120, "#fffde0", 0.22) +
  repeat(7, (i) =>
    box(i * 210 + kit.random.between(-60, 60), 0, kit.random.between(44, 90), 720, "#20351f"),
  ) +
  ridge(kit, 690, 90, 90, "#14260f");

const garden: Place = (kit) =>
  box(
    0,
    0,
    1280,
    720,
    kit.paints.linear(90, [
      [0, "#e9f7c8"],
      [0.5, "#8fc55a"],
      [1, "#2c5b22"],
    ]),
  ) +
  halo(kit.paints, 960, 90, 620, "#fffce0", 1) +
  bokeh(kit, 44, ["#d7f58e", "#f9ffd2", "#6fae3f", "#ffd9e2"], [0, 60, 1280, 460], 58) +
  ridge(kit, 640, 110, 70, "#3f7a2a") +
  repeat(14, (i) =>
    disc(
      i * 98 + kit.random.between(-30, 30),
      kit.random.between(520, 640),
      kit.random.between(12, 24),
      kit.random.pick(["#e8402f", "#ffcf3f", "#ff8fb8"]),
      0.95,
    ),
  ) +
  ridge(kit, 720, 90, 60, "#1f4a17");

const stadium: Place = (kit) =>
  box(
    0,
    0,
    1280,
    720,
    kit.paints.linear(90, [
      [0, "#07152e"],
      [0.55, "#1f4a86"],
      [1, "#2a6bb0"],
    ]),
  ) +
  bokeh(kit, 170, ["#dfe9ff", "#8fb2e8", kit.palette.accent, "#ff8f6b"], [-20, 210, 1320, 220], 9) +
  repeat(4, (i) => {
    const x = 130 + i * 340;
    return (
      halo(kit.paints, x, 90, 260, "#eaf4ff", 0.9) +
      repeat(5, (n) => disc(x - 60 + n * 30, 90, 14, "#ffffff"))
    );
  }) +
  form(
    "M-20,440H1300V740H-20Z",
    kit.paints.linear(90, [
      [0, "#4fae4a"],
      [1, "#1c5f24"],
    ]),
  ) +
  repeat(5, (i) =>
    form(
      `M${560 - i * 300},440L${600 - i * 300 + 130},440L${520 - i * 520 + 260},720L${320 - i * 520},720Z`,
      "#ffffff",
      0.09,
    ),
  ) +
  repeat(4, (i) =>
    form(
      `M${760 + i * 300},440L${880 + i * 300},440L${1180 + i * 520},720L${920 + i * 520},720Z`,
      "#ffffff",
      0.09,
    ),
  ) +
  box(0, 436, 1280, 8, "#ffffff", 0.7);

const ruins: Place = (kit) =>
  skyOf(kit, 0.85) +
  halo(kit.paints, 760, 330, 560, kit.sky.glow, 0.95) +
  ridge(kit, 560, 120, 200, kit.far) +
  repeat(5, (i) => {
    const [x, top] = [180 + i * 240, [170, 120, 150, 300, 190][i]!];
    return (
      box(x - 12, top - 26, 108, 30, kit.mid) +
      box(x, top, 84, 480, kit.mid) +
      repeat(3, (n) => box(x + 14 + n * 24, top + 6, 8, 460, kit.near, 0.45))
    );
  }) +
  form("M150,84H700L690,130H170Z", kit.mid) +
  ridge(kit, 690, 90, 130, kit.near);

const house: Place = (kit) =>
  skyOf(kit, 0.9) +
  halo(kit.paints, 640, 470, 760, "#ffcf8a", 0.45, 300) +
  form("M380,330L720,120L1060,330Z", kit.near) +
  box(420, 320, 600, 300, kit.mid) +
  box(980, 400, 240, 220, kit.near) +
  repeat(
    4,
    (i) =>
      box(462 + i * 138, 366, 92, 92, "#ffdf94") + halo(kit.paints, 508 + i * 138, 412, 120, "#ffcf6b", 0.6),
  ) +
  box(660, 490, 100, 130, "#ffe9b4") +
  box(1010, 450, 180, 90, "#ffd27a", 0.9) +
  form("M-20,610H1300V740H-20Z", "#1c3a2a") +
  form("M640,620H790L1000,740H480Z", "#8f8a86", 0.8) +
  disc(250, 540, 110, "#173223") +
  disc(120, 580, 120, "#122a1d") +
  disc(1250, 560, 120, "#122a1d");

const road: Place = (kit) =>
  skyOf(kit, 0.62) +
  halo(kit.paints, 700, 400, 560, kit.sky.glow, 0.95, 260) +
  ridge(kit, 430, 120, 160, kit.far) +
  form("M-20,420H1300V740H-20Z", kit.near) +
  form("M620,420H760L1500,740H-260Z", "#22242c") +
  repeat(5, (i) =>
    form(
      `M${686 - i * 4},${430 + i * i * 14}h${8 + i * 7}l${i * 5},${18 + i * 16}h${-(10 + i * 16)}Z`,
      "#ffe7a0",
      0.8,
    ),
  ) +
  form("M620,424L-260,640V690L640,430Z", "#ff4a3d", 0.5) +
  form("M760,424L1500,640V690L742,430Z", "#fff1c0", 0.55);

const beach: Place = (kit) =>
  skyOf(kit, 0.6) +
  halo(kit.paints, 820, 360, 520, kit.sky.glow, 1) +
  disc(820, 350, 70, kit.sky.glow) +
  box(
    0,
    400,
    1280,
    330,
    kit.paints.linear(90, [
      [0, kit.sky.low],
      [0.4, "#1f9fb0"],
      [1, "#0b5a78"],
    ]),
  ) +
  repeat(9, (i) => box(820 - 40 - i * 22, 420 + i * 24, 80 + i * 44, 6, kit.sky.glow, 0.6 - i * 0.05, 3)) +
  ridge(kit, 700, 46, 240, "#e5c28c");

export const outdoors = { street, city, mountains, forest, garden, stadium, ruins, house, road, beach };
