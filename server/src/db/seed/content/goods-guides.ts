import type { GoodsPage } from "#server/db/seed/content/goods-page.ts";

export const guideGoods: GoodsPage[] = [
  {
    slug: "clean-cutout-guide",
    title: "The Clean Cutout Guide",
    intro: "From a video frame to a face that belongs in its new picture, in four passes.",
    sections: [
      {
        heading: "1. While filming",
        points: [
          "Put a small lamp behind you, aimed at your hair. The bright rim is the line the mask will follow.",
          "Stand a long step away from the wall, so that the wall blurs and your outline does not.",
          "After the last take, hold the expression you want for three seconds, without speaking. This is your frame.",
          "Keep hands either well away from the face or clearly in front of it.",
        ],
      },
      {
        heading: "2. The mask",
        points: [
          "Let the editor select the subject, then look only at hair, ears, glasses and fingers. The rest is usually right.",
          "Refine hair with a radius of 2 to 4 px. A larger one invents fog.",
          "Pull the edge in by 1 px and soften it by half a pixel. This removes most halos at once.",
          "Paint single stray hairs away. Nobody will miss them at thumbnail size.",
        ],
      },
      {
        heading: "3. The edge",
        points: [
          "Place the cutout on mid-grey, on white and on your real background. A halo hides on at least one of them.",
          "Paint along a coloured fringe with a soft brush in colour mode, picking the skin or hair beside it.",
          "Add one even outline of 6 to 10 px only if it is part of your channel's look. Never use it to hide a bad mask.",
        ],
      },
      {
        heading: "4. Belonging",
        points: [
          "Light must come from the same side in both pictures. If it doesn't, mirror the background, not the face.",
          "Lay a soft shadow on the side away from the light, wide and weak, about 30 %.",
          "Add the same grain over everything as the very last layer. It glues.",
          "Squint. If you see a person in a place, stop working.",
        ],
      },
    ],
  },
  {
    slug: "channel-banner-kit",
    title: "Channel Banner Kit",
    intro:
      "One file has to serve a television, a desktop and a phone. These are the measurements and four layouts.",
    sections: [
      {
        heading: "Measurements",
        points: [
          "Draw at 2560×1440. A television shows all of it.",
          "The middle 1546×423 is safe on every screen: put name, face and promise inside it and nothing essential outside.",
          "The middle band, 2560×423, is what a wide desktop window shows. Let it look finished on its own.",
          "Keep the file under 6 MB. JPEG for photographs, PNG for flat colour.",
        ],
      },
      {
        heading: "Layouts, inside the safe area",
        points: [
          "A face: at the right end, looking left towards the words. Words take 900 px from the left, two lines.",
          "An object: in the centre, large, cut by the upper and lower edge. Name left, promise right, same height.",
          "A place: the photograph runs across the whole file, horizon at a third, words in the calm part.",
          "Only words: your name at 180 px, the promise at 60 px beneath it, one flat colour edge to edge.",
        ],
      },
      {
        heading: "The promise",
        points: [
          "Say what a visitor will be able to do or see: 'Small gardens, big dinners', 'Old vans, back on the road'.",
          "Name a rhythm only if you keep it.",
          "Eight words at most. Read it aloud to someone who does not know you and ask what the channel is about.",
        ],
      },
    ],
  },
  {
    slug: "end-screen-kit",
    title: "End Screen Kit",
    intro:
      "An end screen may run for the last 5 to 20 seconds. Positions are percentages of the frame, left and top first.",
    sections: [
      {
        heading: "Layouts",
        points: [
          "One door: a single video at 55/25, 40 wide. You stand left and look at it. The strongest, if you know the next video.",
          "Two doors: videos at 8/30 and 54/30, each 38 wide. Left the next step, right the way back to the beginning.",
          "Door and bell: a video at 50/20, 42 wide, and the subscribe circle at 20/60. For channels with a series.",
          "Shelf: a playlist at 30/18, 40 wide, and the circle centred at 50/75. For teaching, where order matters.",
        ],
      },
      {
        heading: "Closing lines",
        points: [
          "'This only works if the base is level. That is the next one.'",
          "'I left out the mistake that cost me a week. It is in here.'",
          "'If yours looks different, start with this video instead.'",
          "'You have seen it done. Here is why it holds.'",
          "'The cheap version is behind this door.'",
          "'Same place, one winter later.'",
        ],
      },
      {
        heading: "Behind the boxes",
        points: [
          "A still from the video, blurred by 30 px and darkened by a third.",
          "No words where a box will lie. Boxes differ a little between devices, so leave 3 % of air around each.",
          "Keep talking until the last second. Silence is when people leave.",
        ],
      },
    ],
  },
];
