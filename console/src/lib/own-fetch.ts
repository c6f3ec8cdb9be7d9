import { viewHeader } from '@sluice/contract/view-header'
import { viewSecret } from './account-view.ts'
import { withBasePath } from './base-path.ts'

/**
 * Calls this site. In a tab that shows another account every request says so: without the header it would be one of
 * the administrator's own.
 */
export function ownFetch(path: string, init: RequestInit = {}): Promise<Response> {
  if (viewSecret === null) return fetch(withBasePath(path), init)
  const headers = new Headers(init.headers)
  headers.set(viewHeader, viewSecret)
  return fetch(withBasePath(path), { ...init, headers })
}
