import type { DrawingAction } from '@sluice/contract/drawing'

export interface ParsedAction {
  action: DrawingAction
  /** Which of the four pictures, from 1; null = the action applies to all. */
  index: number | null
}

/**
 * Prices and channels use these names. The form of channels has always used `mj_uploads`, the price list `mj_upload`.
 */
export function modelNamesOf(action: DrawingAction): readonly string[] {
  if (action === 'SWAP_FACE') return ['swap_face']
  if (action === 'UPLOAD') return ['mj_upload', 'mj_uploads']
  return [`mj_${action.toLowerCase()}`]
}

/** Actions that open a modal, and are charged when it is submitted at `submit/modal`. */
export const opensWindow = (action: DrawingAction): boolean => action === 'INPAINT' || action === 'CUSTOM_ZOOM'

const words: readonly [RegExp, DrawingAction][] = [
  [/^upsample/, 'UPSCALE'],
  [/^high_variation/, 'HIGH_VARIATION'],
  [/^low_variation/, 'LOW_VARIATION'],
  [/^variation/, 'VARIATION'],
  [/^reroll/, 'REROLL'],
  [/^pan/, 'PAN'],
  [/^outpaint/, 'ZOOM'],
  [/^customzoom/, 'CUSTOM_ZOOM'],
  [/^inpaint/, 'INPAINT'],
  [/^animate/, 'VIDEO'],
]

/**
 * The action of a button: `MJ::JOB::upsample::2::<uuid>`, `MJ::Outpaint::50::1::<uuid>::SOLO`. Null for an unknown one.
 */
export function parseCustomId(customId: string): ParsedAction | null {
  const parts = customId.split('::')
  const at = parts[1]?.toUpperCase() === 'JOB' ? 2 : 1
  const word = parts[at]?.toLowerCase() ?? ''
  const action = words.find(([pattern]) => pattern.test(word))?.[1]
  if (!action) return null
  const index = Number(parts[at + 1])
  return { action, index: Number.isInteger(index) && index >= 1 && index <= 4 ? index : null }
}

export interface SimpleChange extends ParsedAction {
  taskId: string
}

/** `<taskId> U1`, `… V4`, `… R`; null for anything else. */
export function parseSimpleChange(content: string): SimpleChange | null {
  const found = /^\s*(\S+)\s+(?:([UV])([1-4])|(R))\s*$/i.exec(content)
  if (!found) return null
  const [, taskId = '', letter, index, reroll] = found
  if (reroll) return { taskId, action: 'REROLL', index: null }
  return { taskId, action: letter?.toUpperCase() === 'U' ? 'UPSCALE' : 'VARIATION', index: Number(index) }
}
