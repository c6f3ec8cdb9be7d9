import { type DrawingMode, drawingModes } from '@sluice/contract/drawing-settings'

/** The request of a path of the drawing API. */
export type DrawingRoute =
  | { kind: 'submit'; what: SubmitPath; path: string; mode: DrawingMode | null }
  | { kind: 'fetch'; taskId: string }
  | { kind: 'seed'; taskId: string }
  | { kind: 'list' }
  | { kind: 'notify' }
  | { kind: 'image'; name: string }

const submitPaths = [
  'submit/imagine',
  'submit/describe',
  'submit/blend',
  'submit/shorten',
  'submit/modal',
  'submit/upload-discord-images',
  'submit/change',
  'submit/simple-change',
  'submit/action',
  'submit/edits',
  'submit/edit',
  'submit/video',
  'insight-face/swap',
] as const
export type SubmitPath = (typeof submitPaths)[number]

const shape = /^(?:\/([\w-]{1,40}))?\/mj\/(.+)$/

/** Null for a path outside the API. `/api/mj` belongs to the console. */
export function parseDrawingRoute(pathname: string): DrawingRoute | null {
  const found = shape.exec(pathname)
  if (!found || found[1] === 'api') return null
  const [, mode, rest = ''] = found
  // The console presses the buttons of a drawing, with a session.
  if (mode === 'pg')
    return rest === 'submit/action' ? { kind: 'submit', what: rest, path: `/mj/${rest}`, mode: null } : null
  const what = submitPaths.find((path) => path === rest)
  if (what) return { kind: 'submit', what, path: pathFor(mode, what), mode: modeOf(mode) }
  if (rest === 'task/list-by-condition') return { kind: 'list' }
  if (rest === 'notify') return { kind: 'notify' }
  const image = /^image\/([^/]+)$/.exec(rest)?.[1]
  if (image !== undefined) return { kind: 'image', name: image }
  const task = /^task\/([^/]+)\/(fetch|image-seed)$/.exec(rest)
  if (!task) return null
  const taskId = decode(task[1] ?? '')
  return { kind: task[2] === 'fetch' ? 'fetch' : 'seed', taskId }
}

/**
 * Modes by their usual names, such as `mj-fast`, belong to the gateway. Any other word is part of the upstream's path.
 */
const pathFor = (mode: string | undefined, what: SubmitPath): string =>
  mode === undefined || mode.startsWith('mj-') ? `/mj/${what}` : `/${mode}/mj/${what}`

const modeOf = (word: string | undefined): DrawingMode | null =>
  drawingModes.find((mode) => `mj-${mode}` === word) ?? null

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
