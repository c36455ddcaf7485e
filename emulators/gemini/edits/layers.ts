/** The pixels of a picture. */
export type Raw = { data: Buffer; raw: { width: number; height: number; channels: 3 } };

/** The same with how much of each pixel is the place behind, 0 to 255. */
export type Layers = Raw & { ground: Buffer };
