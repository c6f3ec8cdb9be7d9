interface DrawnLine {
  /** The data of an SVG path. */
  path: string
  /** Pixels across the line. */
  width: number
}

export interface DrawnFlow {
  height: number
  lines: DrawnLine[]
  /** Pixels across the line before the gate: what all lines behind it are together. */
  inWidth: number
}

interface FlowSpace {
  /** The length of the drawing, in any unit: it may be stretched. */
  length: number
  /** Pixels for each end. */
  rowHeight: number
  /** Pixels across a line with the share 1. */
  fullWidth: number
}

/** Thin enough for a share of nothing, thick enough to be seen. */
const widthMin = 1.5

/** Lines from one gate to ends below each other. They leave the gate side by side, each as wide as its share. */
export function drawFlow(shares: readonly number[], { length, rowHeight, fullWidth }: FlowSpace): DrawnFlow {
  const height = Math.max(1, shares.length) * rowHeight
  const widths = shares.map((share) => round(Math.max(widthMin, Math.min(1, share) * fullWidth)))
  const inWidth = round(widths.reduce((sum, width) => sum + width, 0))
  let used = (height - inWidth) / 2
  const lines = widths.map((width, index) => {
    const from = round(used + width / 2)
    const to = (index + 0.5) * rowHeight
    used += width
    const bend = round(length * 0.35)
    const level = round(length * 0.6)
    return { path: `M0 ${from}C${bend} ${from} ${round(length * 0.25)} ${to} ${level} ${to}H${length}`, width }
  })
  return { height, lines, inWidth: Math.max(widthMin, inWidth) }
}

const round = (value: number): number => Math.round(value * 100) / 100
