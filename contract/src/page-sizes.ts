/** Page sizes offered by the console; the server caps at the last. */
export const pageSizes = [10, 20, 50, 100] as const
export const pageSizeDefault = 10
export const pageSizeMax = 100
