import type { GoodsPage } from "#server/db/seed/content/goods-page.ts";

export const planGoods: GoodsPage[] = [
  {
    slug: "before-you-upload",
    title: "The Before-You-Upload Checklist",
    intro: "Look at the thumbnail at the width of your thumb, next to three others, and answer yes or no.",
    sections: [
      {
        heading: "Go back if the answer is no",
        points: [
          "Can I say what the picture shows in one breath?",
          "Can I read every word without leaning in?",
          "Is every word spelled right, also the short ones?",
          "Does the video keep what the picture promises?",
          "Is the lower right corner free for the video's length?",
          "Do all hands, eyes and letters look right in the full-size file?",
          "May I use every face, logo and artwork in it?",
          "Is it under 2 MB and 16:9?",
        ],
      },
      {
        heading: "Picture",
        points: [
          "Is there one subject, larger than everything else?",
          "Would it still work in black and white?",
          "Are there three main colours or fewer?",
          "Does something point, look or lean towards the words?",
          "Is the background calmer than the subject?",
          "Is the light coming from one side?",
          "Does it stand out on white and on black?",
          "Is there some empty space?",
        ],
      },
      {
        heading: "Words and channel",
        points: [
          "Does the picture say something that the title does not?",
          "Could I lose one more word?",
          "Is the most important word the largest?",
          "Does it look related to my last three?",
          "Would a stranger know which kind of video it is?",
          "Would I be comfortable showing it to the person in it?",
          "If the picture is realistic and AI-made, does the platform ask me to say so?",
          "Am I still pleased with it after ten minutes?",
        ],
      },
    ],
  },
  {
    slug: "title-and-picture-workbook",
    title: "Title and Picture Workbook",
    intro: "Ten minutes each, with a pencil, for a video you have not published yet.",
    sections: [
      {
        heading: "1. The phone call",
        points: [
          "Write what you would say if a friend rang and asked what the video is about. One sentence, no polish.",
          "Example: 'I tried to heat the greenhouse with a heap of compost and it sort of worked.'",
          "Underline the two words that made the friend say 'What?' Here: heat, compost.",
        ],
      },
      {
        heading: "2. Divide the work",
        points: [
          "Draw two columns, heard and seen. The title is heard, the picture is seen. Put each fact in one column only.",
          "Example: heard, 'My greenhouse ran on compost all winter'; seen, steam rising from a heap inside a frosted greenhouse.",
          "If a fact stands in both columns, strike it from one.",
        ],
      },
      {
        heading: "3. Ten titles",
        points: [
          "Write ten in ten minutes. The first three are everybody's; the last three are strange; look between.",
          "Example of a fourth to seventh: 'Compost is warmer than you think', 'No heater, one heap, minus eight outside'.",
        ],
      },
      {
        heading: "4. The missing half",
        points: [
          "Cover the title. What question does the picture raise? Cover the picture. What question does the title raise?",
          "They should be two different questions with one answer: the video.",
        ],
      },
      {
        heading: "5. One sentence for the artist",
        points: [
          "Describe the picture: who or what, where in the frame, which light, which two colours, where the words go, what must not be in it.",
          "Example: 'Steaming heap at the right, frost flowers on the panes, dawn light from behind, rust and ice blue, words on the left, no people.'",
        ],
      },
      {
        heading: "6. The bus test",
        points: [
          "Show it to somebody for two seconds. Ask what they remember and what they think happens.",
          "If they remember the font, it is too loud. If they know the ending, you have told too much.",
        ],
      },
    ],
  },
  {
    slug: "fair-test-planner",
    title: "Fair Thumbnail Test Planner",
    intro: "Two pictures and a question. This plan keeps you from reading tea leaves.",
    sections: [
      {
        heading: "Before",
        points: [
          "Write the one difference between A and B: face or no face, words or no words, near or far. More than one difference is two tests.",
          "Write which you expect to win, and why. You will learn most from being wrong.",
          "Write what you will do for each outcome, a tie included.",
          "Choose the measure: the share of people who clicked and then stayed. Clicks alone reward promises you did not keep.",
        ],
      },
      {
        heading: "During",
        points: [
          "With YouTube's own test tool: upload both, start, and do not touch title or description until it ends.",
          "By hand: A for seven whole days, B for the next seven. Never compare a weekend with a Monday.",
          "Leave out the first two days of a new video. Your regulars click on anything.",
          "Do not stop because one is ahead on the second day. They all are, sometimes.",
        ],
      },
      {
        heading: "After",
        points: [
          "Compare counts, not only percentages. As a rule of thumb, fewer than 100 clicks on each side says nothing.",
          "Quick check: take the difference between the two numbers of clicks, at equal impressions, and square it. If that is less than four times their sum, call it a tie.",
          "Write one sentence about what you believe now. Test it again on another video before you believe it firmly.",
        ],
      },
      {
        heading: "The log sheet: copy these columns",
        points: [
          "Video, date begun, date ended",
          "The one difference",
          "Expected winner and reason",
          "Impressions A and B, clicks A and B, average time watched A and B",
          "Result: A, B or tie",
          "What I believe now",
        ],
      },
    ],
  },
];
