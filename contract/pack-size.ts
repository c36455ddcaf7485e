/** YouTube's Test & compare takes two or three thumbnails. */
export const fewestInPack = 2;
export const mostInPack = 3;
