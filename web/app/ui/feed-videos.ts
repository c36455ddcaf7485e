/**
 * Picture, title, channel with its views, length. All channels are invented. They come with the page, as its
 * scripts have no room for them.
 */
export const feedVideos = `strip-van|This Van Cost $900|Rust & Road · 41K views|12:48
pair-night-train-a|14 Hours on a Night Train|Your channel|18:05
strip-guitar|Four Chords, Forty Songs|Low Tuning · 126K views|9:31
strip-puppy|Week One With a Puppy|Paws Ahead · 8K views|7:14
strip-experiments|Three Failed Experiments|Lab Coat Off · 63K views|15:20
pair-night-train-b|14 Hours on a Night Train|Your channel|18:05
strip-tomatoes|Tomatoes Without a Garden|Balcony Acre · 17K views|10:02
strip-ruins|The City Under the Lake|Deep Past · 230K views|22:47`
  .split("\n")
  .map((line) => line.split("|"));
