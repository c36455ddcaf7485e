/** How wide a video's picture is shown beside another video, in pixels; nowhere is it smaller. */
export const smallestWidth = 168;

/** How high capitals are there at least. */
export const leastLetters = 8;

/** Below it, small letters are hard to read: WCAG 2.2's 1.4.3. */
export const leastContrast = 4.5;

/** An outline counts as what is behind the letters from this share of their size on. */
export const outlineShare = 0.06;

/** More are seldom read at a glance. */
export const mostWords = 5;

/** Of a file. */
export const mostBytes = 2_000_000;

/** Two pictures of which no more than this share differs are nearly the same. */
export const leastDifference = 0.05;
