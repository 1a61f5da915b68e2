// Pictures in traces: the page draws them, or Firefox does.

/** They are as wide as this at most. */
export const PICTURE_PX = 800;
export const QUALITY = 60;
