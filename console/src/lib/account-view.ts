import type { AccountView } from '@sluice/contract/account-view'
import { basePath } from './base-path.ts'

const storedUnder = `${basePath}:account-view`
const inFragment = /^#view=([\w-]{43})$/

/**
 * The secret of the view that this tab shows: an administrator sees the console as an account. Null in all other tabs.
 * The tab that begins the view hands it over in the fragment, which no server sees, and it stays in this tab alone.
 */
export const viewSecret: string | null = takeSecret()

/** Whether this tab shows the console of another account, which it cannot change. */
export const isViewing: boolean = viewSecret !== null

function takeSecret(): string | null {
  // Tests of parts of the console have no address.
  const handed = inFragment.exec(globalThis.location?.hash ?? '')?.[1]
  try {
    if (handed === undefined) return globalThis.sessionStorage?.getItem(storedUnder) ?? null
    sessionStorage.setItem(storedUnder, handed)
  } catch {
    // Storage is forbidden: the view is over when the tab is loaded again.
  }
  if (handed !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  return handed ?? null
}

/** The address of a new tab with the view, which begins at `path`. */
export const viewAddress = (secret: string, path: string): string => `${basePath}${path}#view=${secret}`

/** Makes this tab one of the administrator's own again, at `path`. */
export function leaveView(path: string): void {
  try {
    sessionStorage.removeItem(storedUnder)
  } catch {
    // See above.
  }
  location.assign(basePath + path)
}

let shown: (AccountView & { endsAt: number }) | null = null

/** The view of this tab, once it was read; `endsAt` in milliseconds. */
export const shownView = () => shown

export function noteView(view: AccountView): void {
  shown = { ...view, endsAt: Date.now() + view.seconds_left * 1_000 }
}

/** Shows that the view is over. Before the console has started, its start shows it. */
export function showViewEnd(): void {
  if (shown !== null) location.reload()
}

/**
 * Ends the view; false = the server was not reached. The administrator ends it, not the account: this request alone has
 * no header of the view.
 */
export async function endView(): Promise<boolean> {
  if (shown === null || viewSecret === null) return true
  const answer = await fetch(`${basePath}/api/user/view/end`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', 'New-Api-User': String(shown.viewer_id) },
    body: JSON.stringify({ view: viewSecret }),
  }).catch(() => null)
  // A refusal means that the session is over, and the view with it.
  return answer !== null && answer.status < 500
}
