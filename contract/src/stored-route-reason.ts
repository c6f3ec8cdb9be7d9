/** Why a channel was chosen, as rows of earlier versions hold it. */
export interface StoredRouteReason {
  priority: number
  weight: number
  /** Channels of that priority that were left. */
  left: number
  /** Of these, channels that rested. */
  resting: number
}

/**
 * Reads the sentence of an earlier version, which stored no data: `priority 10, weight 3, 2 left`. Null for any other
 * text. Rows of this version contain data, so this pattern never changes.
 */
export function readStoredRouteReason(text: string): StoredRouteReason | null {
  const match = /^priority (-?\d+), weight (\d+), (\d+) left(?:, (\d+) resting)?$/.exec(text)
  if (match === null) return null
  const [priority, weight, left, resting] = match.slice(1).map((digits = '0') => Number(digits))
  if (priority === undefined || weight === undefined || left === undefined) return null
  return { priority, weight, left, resting: resting ?? 0 }
}
