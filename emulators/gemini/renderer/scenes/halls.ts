import { bokeh, box, disc, form, halo, type Place, repeat } from "./scene.ts";

const gym: Place = (kit) =>
  box(
    0,
    0,
    1280,
    720,
    kit.paints.linear(90, [
      [0, "#16181d"],
      [0.7, "#2b2e35"],
      [1, "#0b0c0f"],
    ]),
  ) +
  repeat(
    4,
    (i) =>
      form(`M${120 + i * 320},0h150l60,28h-270Z`, "#f2f6ff", 0.95) +
      halo(kit.paints, 195 + i * 320, 30, 240, "#dfe9ff", 0.7, 200),
  ) +
  repeat(
    3,
    (i) =>
      box(60 + i * 450, 150, 22, 420, "#0a0b0d") +
      box(330 + i * 450, 150, 22, 420, "#0a0b0d") +
      box(20 + i * 450, 250, 370, 14, "#9aa0aa") +
      repeat(2, (n) => box(14 + i * 450 + n * 350, 190, 26, 134, n ? kit.palette.pop : "#1a1c20", 1, 8)),
  ) +
  halo(kit.paints, 640, 420, 640, kit.palette.pop, 0.4, 300) +
  box(
    -20,
    560,
    1320,
    200,
    kit.paints.linear(90, [
      [0, "#33363d"],
      [1, "#101114"],
    ]),
  );

const office: Place = (kit) =>
  box(
    0,
    0,
    1280,
    720,
    kit.paints.linear(90, [
      [0, kit.sky.top],
      [0.8, kit.sky.low],
    ]),
  ) +
  halo(kit.paints, 820, 420, 560, kit.sky.glow, 0.8) +
  repeat(12, (i) => {
    const h = kit.random.between(120, 340);
    return (
      box(i * 112 - 20, 580 - h, 94, h, kit.mid, 0.85) +
      repeat(6, (n) =>
        box(i * 112 - 8 + (n % 3) * 28, 596 - h + Math.floor(n / 3) * 44, 15, 22, "#ffdf9a", 0.8),
      )
    );
  }) +
  repeat(5, (i) => box(i * 320 - 8, 0, 16, 720, "#1a2030")) +
  box(0, 120, 1280, 10, "#1a2030") +
  box(
    -20,
    580,
    1320,
    180,
    kit.paints.linear(90, [
      [0, "#38425c"],
      [1, "#141a2a"],
    ]),
  ) +
  halo(kit.paints, 300, 60, 360, "#fff4d8", 0.45, 160);

const stage: Place = (kit) =>
  box(
    0,
    0,
    1280,
    720,
    kit.paints.linear(90, [
      [0, "#07040f"],
      [0.6, kit.palette.night],
      [1, "#05030a"],
    ]),
  ) +
  repeat(
    5,
    (i) =>
      form(
        `M${120 + i * 260},-10l24,0L${60 + i * 300 + (i - 2) * 60},720H${-170 + i * 300 + (i - 2) * 60}Z`,
        i % 2 ? kit.palette.pop : kit.palette.main,
        0.34,
      ) + halo(kit.paints, 132 + i * 260, 10, 130, "#ffffff", 0.9),
  ) +
  halo(kit.paints, 640, 470, 760, kit.palette.main, 0.75, 300) +
  halo(kit.paints, 900, 420, 420, kit.palette.pop, 0.6) +
  bokeh(kit, 26, [kit.palette.accent, kit.palette.pop, "#ffffff"], [0, 60, 1280, 380], 16) +
  repeat(
    22,
    (i) =>
      disc(i * 60 + kit.random.between(-14, 14), 676 + kit.random.between(-16, 16), 34, "#05030a") +
      box(i * 60 - 34, 690, 68, 60, "#05030a"),
  );

const lab: Place = (kit) =>
  box(
    0,
    0,
    1280,
    720,
    kit.paints.linear(40, [
      [0, "#04141c"],
      [0.6, "#0b3644"],
      [1, "#02090d"],
    ]),
  ) +
  halo(kit.paints, 860, 300, 620, kit.palette.accent, 0.6) +
  halo(kit.paints, 240, 480, 460, kit.palette.pop, 0.4) +
  repeat(
    3,
    (row) =>
      box(60, 150 + row * 150, 520, 10, "#2a6a78") +
      repeat(6, (i) => {
        const c = kit.random.pick([kit.palette.accent, kit.palette.pop, kit.palette.light, "#63e6c8"]);
        return (
          box(90 + i * 80, 80 + row * 150, 38, 70, c, 0.75, 14) +
          halo(kit.paints, 109 + i * 80, 120 + row * 150, 70, c, 0.5)
        );
      }),
  ) +
  bokeh(kit, 40, ["#8ff4ff", kit.palette.accent, "#ffffff"], [500, 40, 780, 560], 10) +
  box(
    -20,
    590,
    1320,
    160,
    kit.paints.linear(90, [
      [0, "#174a58"],
      [1, "#03141a"],
    ]),
  );

const newsroom: Place = (kit) =>
  box(
    0,
    0,
    1280,
    720,
    kit.paints.linear(90, [
      [0, "#0a1738"],
      [1, "#16307a"],
    ]),
  ) +
  repeat(3, (row) =>
    repeat(
      5,
      (i) =>
        box(
          20 + i * 256,
          20 + row * 190,
          236,
          170,
          kit.random.pick(["#1d4fae", "#2a6bd0", "#0f2c66", "#b3232f", "#3f86e0"]),
          1,
          8,
        ) +
        box(40 + i * 256, 50 + row * 190, 150, 12, "#cfe2ff", 0.5) +
        box(40 + i * 256, 76 + row * 190, 100, 12, "#cfe2ff", 0.35),
    ),
  ) +
  halo(kit.paints, 700, 300, 700, "#8fc0ff", 0.5) +
  box(-20, 590, 1320, 160, "#0a1530") +
  box(-20, 586, 1320, 10, "#e23b3b");

const hall: Place = (kit) =>
  box(
    0,
    0,
    1280,
    720,
    kit.paints.linear(90, [
      [0, "#e8d9bd"],
      [1, "#8a6f4f"],
    ]),
  ) +
  halo(kit.paints, 640, 200, 640, "#fff6dc", 0.9) +
  repeat(7, (i) =>
    box(
      i * 200 - 30,
      0,
      84,
      600,
      kit.paints.linear(0, [
        [0, "#f7eedb"],
        [0.6, "#c9b08a"],
        [1, "#8f7450"],
      ]),
    ),
  ) +
  repeat(
    4,
    (i) =>
      box(150 + i * 330, 60, 8, 520, "#6b4a2a") +
      form(`M${158 + i * 330},70q70,30 130,4v260q-60,30 -130,0Z`, i % 2 ? "#b3232f" : "#23407f", 0.95),
  ) +
  box(
    -20,
    590,
    1320,
    160,
    kit.paints.linear(90, [
      [0, "#7a2a2a"],
      [1, "#3a1212"],
    ]),
  );

const cinema: Place = (kit) =>
  box(
    0,
    0,
    1280,
    720,
    kit.paints.linear(90, [
      [0, "#0a0506"],
      [1, "#2a0a0d"],
    ]),
  ) +
  box(220, 60, 840, 380, "#f4ead2", 0.9, 6) +
  halo(kit.paints, 640, 250, 760, "#ffe9b8", 0.75, 420) +
  form("M1280,0L1240,0L220,440L1060,440Z", "#fff4d0", 0.25) +
  repeat(3, (row) =>
    repeat(11, (i) =>
      box(
        i * 130 - 60 + (row % 2) * 60,
        500 + row * 80,
        108,
        130,
        ["#7a1a20", "#57121a", "#330a10"][row]!,
        1,
        26,
      ),
    ),
  );

export const halls = { gym, office, stage, lab, newsroom, hall, cinema };
