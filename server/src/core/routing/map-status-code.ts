/** An upstream's status as the channel's operator wants it to count. */
export const mapStatusCode = (status: number, mapping: ReadonlyMap<number, number>): number =>
  mapping.get(status) ?? status
