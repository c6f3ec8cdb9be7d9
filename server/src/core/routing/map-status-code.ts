/** An upstream's status after the channel's mapping. */
export const mapStatusCode = (status: number, mapping: ReadonlyMap<number, number>): number =>
  mapping.get(status) ?? status
