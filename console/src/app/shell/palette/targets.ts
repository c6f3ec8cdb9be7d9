import type { AdminRight } from '@sluice/contract/admin-rights'
import { isRoot, may, type SessionUser } from '../../../lib/session.ts'

/** The targets of the quick navigation, except actions. */
export const targetKinds = ['page', 'token', 'channel', 'user', 'model', 'setting'] as const
export type TargetKind = (typeof targetKinds)[number]

export interface Target {
  kind: TargetKind
  /** Path of a page, id of a row, name of a model, key of an option. */
  name: string
}

/** An address in the parts that the router takes. */
export interface Destination {
  to: string
  search?: Record<string, string>
  hash?: string
}

export type Viewer = Pick<SessionUser, 'id' | 'role' | 'withheld'>

/** The right to search and open a kind, of kinds for administrators. */
const rightOf: Partial<Record<TargetKind, AdminRight>> = {
  channel: 'channel.read',
  user: 'user.read',
  setting: 'setting.read',
}
export const isOpenTo = (kind: TargetKind, viewer: Viewer | null): boolean => {
  if (kind === 'page' || kind === 'model') return true
  if (viewer === null) return false
  const right = rightOf[kind]
  return right === undefined || may(viewer, right)
}

/** The address of a drawer, page or option. */
export function destinationOf({ kind, name }: Target, viewer: Viewer | null): Destination {
  switch (kind) {
    case 'page':
      return { to: name }
    case 'token':
      return { to: '/token', search: { open: name } }
    case 'channel':
      return { to: `/channel/edit/${name}` }
    case 'user':
      // Only a super administrator may use the calls for others on the own account.
      return { to: Number(name) === viewer?.id && !isRoot(viewer) ? '/user/edit' : `/user/${name}` }
    case 'model':
      return { to: '/pricing', search: { model: name } }
    case 'setting':
      return { to: '/setting', hash: `option-${name}` }
  }
}

/** The page that lists all of a kind that match. */
export function listOf(kind: 'token' | 'channel' | 'user' | 'model', keyword: string): Destination {
  const pages = { token: '/token', channel: '/channel', user: '/user', model: '/pricing' }
  return { to: pages[kind], search: { keyword } }
}
