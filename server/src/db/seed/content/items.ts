export type DefaultItem = {
  itemName: string;
  priceMinor: number;
  /** For everyone, on the item's page. */
  description: string;
  /** For buyers only: how to use what they bought. */
  guidelines: string;
  /** For buyers only: where the goods are. */
  accessUrl: string;
  imageUrl: string;
  imageAlt: string;
};

/** The goods behind each accessUrl are in goods.ts. */
export const demoItems: DefaultItem[] = [
  {
    itemName: "Text Effect Recipes",
    priceMinor: 900,
    description:
      "Eight ways to make a title readable on top of any picture, each written down as exact values: outline, shadow, plate, glow and when to leave them all alone. Works in any editor that has layers.",
    guidelines:
      "Work on a canvas of 1280×720 and set your title first, in one weight, at least 90 px tall. Then try the recipes in the order of the list: the early ones are quiet, the later ones loud. After each, shrink the view until the picture is as wide as your thumb. The first recipe you can still read is the right one; stop there. Values are pixels at 1280×720, so double them on a canvas of twice the size.",
    accessUrl: "/demo/goods/text-effect-recipes",
    imageUrl: "/media/defaults/item-text-effects.webp",
    imageAlt: "Thumbnail titled Make It Readable",
  },
  {
    itemName: "The Clean Cutout Guide",
    priceMinor: 700,
    description:
      "How to take a face out of a video frame without the grey halo: choosing the frame, masking hair, cleaning the edge and lighting the cutout so that it belongs to its new background.",
    guidelines:
      "Read the first section before you film your next video, not after: a cutout is won or lost with the lamp behind your head. The masking steps name general tools (select subject, refine edge, brush), which every current photo editor has under some name. Keep your finished cutout as a PNG with transparency and twice the size you need; you will want it again.",
    accessUrl: "/demo/goods/clean-cutout-guide",
    imageUrl: "/media/defaults/item-cutout.webp",
    imageAlt: "Thumbnail titled Cut It Clean",
  },
  {
    itemName: "Colour Grade Recipes",
    priceMinor: 1200,
    description:
      "Eight looks written as slider values, from overcast kitchen to neon night, with the picture each one suits and the one it ruins. For thumbnails that look like they come from the same channel.",
    guidelines:
      "Values are for sliders that run from -100 to +100, with 0 in the middle; temperature is given as a direction and an amount. Set white balance and exposure by eye first, then enter a recipe, then bring the whole thing back by about a third. Choose two looks, one for indoors and one for outdoors, and stay with them for ten videos. A look becomes yours by repetition.",
    accessUrl: "/demo/goods/colour-grade-recipes",
    imageUrl: "/media/defaults/item-colour-grades.webp",
    imageAlt: "Thumbnail titled Eight Looks",
  },
  {
    itemName: "Channel Banner Kit",
    priceMinor: 800,
    description:
      "A measured plan for a channel banner that survives televisions, desktops and phones, with four layouts and the words that belong on each.",
    guidelines:
      "Start with the measurements page and draw the safe area as a guide before anything else; whatever matters goes inside it. Pick the one layout that fits what you have: a face, an object, a place or only words. Upload, then look at your channel on a phone first, since that is the tightest crop. YouTube changes its pages now and then, so compare the sizes with its help page if something is cut off.",
    accessUrl: "/demo/goods/channel-banner-kit",
    imageUrl: "/media/defaults/item-banner-kit.webp",
    imageAlt: "Thumbnail titled One Banner, Every Screen",
  },
  {
    itemName: "End Screen Kit",
    priceMinor: 600,
    description:
      "Plan the last twenty seconds so that the next video is an answer and not an afterthought: four layouts with positions, six closing lines and the pictures that go behind them.",
    guidelines:
      "Decide on the next video before you record the ending, and say its promise aloud while its box is on the screen. Use a layout with two elements unless you have a reason for more. The positions are percentages of the frame, so they fit any resolution. Leave the picture behind the boxes calm: blur it, darken it by a third, and keep your face out of the corners.",
    accessUrl: "/demo/goods/end-screen-kit",
    imageUrl: "/media/defaults/item-end-screen.webp",
    imageAlt: "Thumbnail titled Stay for the Next One",
  },
  {
    itemName: "The Before-You-Upload Checklist",
    priceMinor: 300,
    description:
      "One page, twenty-four questions, two minutes. Catches the title under the time stamp, the spelling mistake and the picture that promises another video.",
    guidelines:
      "Print it or keep it open beside the upload window. Answer from the thumbnail as it will be seen, small and among others, not from the full-size file. A no in the first group means go back; a no in the others means decide. After ten videos, cross out the questions you have never failed and write your own habits in their place.",
    accessUrl: "/demo/goods/before-you-upload",
    imageUrl: "/media/defaults/item-checklist.webp",
    imageAlt: "Thumbnail titled Check This First",
  },
  {
    itemName: "Title and Picture Workbook",
    priceMinor: 1000,
    description:
      "Six exercises for making a title and a thumbnail share the work instead of saying the same thing twice. Each has an example and takes ten minutes with a pencil.",
    guidelines:
      "Take a video you have not published yet and do the exercises in order, one a day if you can. Write by hand and badly. The third exercise usually changes the title; let it. When you have finished, type the new title into the generator, use your sentence from the fifth exercise as the custom prompt, and compare the pair with what you would have made on the first day.",
    accessUrl: "/demo/goods/title-and-picture-workbook",
    imageUrl: "/media/defaults/item-workbook.webp",
    imageAlt: "Thumbnail titled Say It Once",
  },
  {
    itemName: "Fair Thumbnail Test Planner",
    priceMinor: 500,
    description:
      "You have two thumbnails. Which one works? A plan for testing them without fooling yourself, with a log sheet and a plain guide to when a difference means anything.",
    guidelines:
      "Write down what you expect before the test starts, on the log sheet, with the reason. Change one thing at a time, and leave title, time of publishing and everything else alone. If your channel has YouTube's own test tool for thumbnails, use it; the plan also works by hand, more slowly. When the result is a tie, believe it, keep the one you like and test something bigger.",
    accessUrl: "/demo/goods/fair-test-planner",
    imageUrl: "/media/defaults/item-test-planner.webp",
    imageAlt: "Thumbnail titled Which One Wins?",
  },
];
