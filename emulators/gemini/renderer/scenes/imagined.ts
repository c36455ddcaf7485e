import { bokeh, box, disc, form, halo, type Place, repeat, ridge } from "./scene.ts";

/** A boss whose eyes and claws alone are seen, over a broken arena. */
const arena: Place = (kit) => {
  const { paints, palette: p } = kit;
  return (
    box(
      0,
      0,
      1280,
      720,
      paints.linear(90, [
        [0, "#0a0714"],
        [0.55, p.dusk],
        [1, p.deep],
      ]),
    ) +
    halo(paints, 640, 430, 820, p.pop, 0.75, 380) +
    form(
      "M250,720C200,420 300,120 420,90L380,-20L520,70C600,40 700,40 780,70L920,-20L880,90C1000,120 1100,420 1050,720Z",
      "#07050d",
      0.94,
    ) +
    [560, 744]
      .map(
        (x, i) =>
          halo(paints, x, 250, 150, p.accent, 1) +
          form(
            i
              ? `M${x + 60},214L${x - 50},262Q${x},300 ${x + 60},214Z`
              : `M${x - 60},214L${x + 50},262Q${x},300 ${x - 60},214Z`,
            "#fff6c4",
          ),
      )
      .join("") +
    form("M540,380L575,440L600,392L640,456L680,392L706,440L742,380Q640,430 540,380Z", p.accent, 0.85) +
    ridge(kit, 640, 130, 110, "#0b0814", true) +
    repeat(34, () =>
      disc(
        kit.random.between(0, 1280),
        kit.random.between(120, 700),
        kit.random.between(2, 7),
        p.accent,
        0.9,
      ),
    ) +
    halo(paints, 640, 720, 760, p.pop, 0.55, 130)
  );
};

const castle: Place = (kit) => {
  const { paints } = kit;
  const tower = (x: number, top: number, width: number) =>
    box(x, top, width, 400, kit.mid) +
    form(`M${x - 14},${top}h${width + 28}L${x + width / 2},${top - 110}Z`, kit.near) +
    box(x + width / 2 - 9, top + 46, 18, 34, "#ffdf8a");
  return (
    box(
      0,
      0,
      1280,
      720,
      paints.linear(90, [
        [0, kit.sky.top],
        [0.8, kit.sky.low],
      ]),
    ) +
    halo(paints, 780, 330, 560, kit.sky.glow, 1) +
    disc(780, 320, 120, kit.sky.glow, 0.9) +
    ridge(kit, 520, 130, 150, kit.far) +
    tower(560, 250, 74) +
    tower(660, 170, 96) +
    tower(800, 220, 80) +
    tower(900, 300, 66) +
    box(560, 380, 410, 240, kit.mid) +
    ridge(kit, 640, 90, 180, kit.mid) +
    ridge(kit, 720, 80, 130, kit.near)
  );
};

const space: Place = (kit) => {
  const { paints, palette: p } = kit;
  return (
    box(
      0,
      0,
      1280,
      720,
      paints.linear(30, [
        [0, "#03030c"],
        [1, "#0d1030"],
      ]),
    ) +
    halo(paints, 360, 260, 620, p.main, 0.6) +
    halo(paints, 980, 520, 560, p.pop, 0.5) +
    repeat(130, () =>
      disc(
        kit.random.between(0, 1280),
        kit.random.between(0, 720),
        kit.random.between(0.8, 3),
        "#ffffff",
        kit.random.between(0.4, 1),
      ),
    ) +
    disc(
      900,
      340,
      250,
      paints.radial(810, 240, 420, [
        [0, p.accent],
        [0.4, p.pop],
        [0.8, p.deep],
        [1, "#04040c"],
      ]),
    ) +
    `<ellipse cx="900" cy="340" rx="420" ry="74" fill="none" stroke="${p.accent}" stroke-width="26" opacity=".55" transform="rotate(-16 900 340)"/>` +
    form("M650,340A250,250 0 0,1 1150,340Q900,270 650,340Z", p.shift, 0.35)
  );
};

/** A seamless ground with one pool of light. */
const studio: Place = ({ paints, palette: p, mood }) => {
  const pale = mood === "day" || mood === "golden";
  return (
    box(
      0,
      0,
      1280,
      720,
      paints.linear(
        60,
        pale
          ? [
              [0, p.light],
              [1, p.glow],
            ]
          : [
              [0, p.deep],
              [1, p.night],
            ],
      ),
    ) +
    halo(paints, 900, 320, 720, pale ? p.paper : p.main, 0.95) +
    halo(paints, 180, 700, 480, pale ? p.accent : p.pop, pale ? 0.5 : 0.6)
  );
};

const circuit: Place = (kit) => {
  const { paints, palette: p } = kit;
  return (
    box(
      0,
      0,
      1280,
      720,
      paints.linear(40, [
        [0, "#05070d"],
        [0.6, p.night],
        [1, "#04050a"],
      ]),
    ) +
    halo(paints, 880, 340, 620, p.main, 0.8) +
    halo(paints, 200, 620, 420, p.pop, 0.4) +
    repeat(16, (i) => {
      const y = 40 + i * 44;
      const x = kit.random.between(100, 700);
      return (
        `<path d="M-20,${y}H${x.toFixed(0)}l60,${i % 2 ? 40 : -40}H1300" fill="none" stroke="${i % 3 ? p.main : p.accent}" stroke-width="4" opacity=".55"/>` +
        disc(x, y, 9, p.accent, 0.9)
      );
    }) +
    bokeh(kit, 24, [p.accent, p.main, "#ffffff"], [0, 0, 1280, 720], 12)
  );
};

const paint: Place = (kit) => {
  const { paints, palette: p, random } = kit;
  return (
    box(
      0,
      0,
      1280,
      720,
      paints.linear(20, [
        [0, "#f4efe6"],
        [1, "#c9bda8"],
      ]),
    ) +
    halo(paints, 300, 60, 620, "#ffffff", 0.9) +
    box(660, 40, 480, 520, "#7a5a3c") +
    box(680, 60, 440, 480, "#fffdf7") +
    repeat(14, () =>
      disc(
        random.between(720, 1080),
        random.between(110, 500),
        random.between(20, 74),
        random.pick([p.main, p.pop, p.accent, p.shift]),
        0.85,
      ),
    ) +
    bokeh(kit, 30, [p.main, p.pop, p.accent, p.shift], [0, 380, 1280, 340], 30) +
    box(-20, 610, 1320, 140, "#8a6f52")
  );
};

export const imagined = { arena, castle, space, studio, circuit, paint };
