import { roles } from './roles.ts'

/**
 * What an administrator may do. Super administrators may do everything, ordinary accounts nothing of it. An account
 * stores what is withheld from it as one bit each, in this order: a new right is added at the end.
 */
export const adminRights = [
  'channel.read',
  'channel.operate',
  'channel.write',
  'channel.sensitive_write',
  'user.read',
  'user.write',
  'user.balance',
  'billing.read',
  'billing.write',
  'setting.read',
  'setting.write',
  'log.read',
  'audit.read',
] as const
export type AdminRight = (typeof adminRights)[number]

export const rightAreas = ['channel', 'user', 'billing', 'setting', 'log', 'audit'] as const
export type RightArea = (typeof rightAreas)[number]

/** The rights of an area, `read` first. */
export const rightsOfArea = (area: RightArea): AdminRight[] =>
  adminRights.filter((right) => right.startsWith(`${area}.`))

/** The type of a right says that its first part is an area. */
export const areaOf = (right: AdminRight): RightArea => right.slice(0, right.indexOf('.')) as RightArea
export const actionOf = (right: AdminRight): string => right.slice(right.indexOf('.') + 1)
const readOf = (right: AdminRight): AdminRight => `${areaOf(right)}.read`
const bitOf = (right: AdminRight): number => 1 << adminRights.indexOf(right)

/**
 * A right and those that it is nothing without: nothing in an area can be done without reading it, and keys and
 * addresses of a channel are part of changing it.
 */
export const needsOf = (right: AdminRight): AdminRight[] => [
  ...new Set([right, readOf(right), ...(right === 'channel.sensitive_write' ? (['channel.write'] as const) : [])]),
]
const isWithheldIn = (withheld: number, right: AdminRight): boolean =>
  needsOf(right).some((needed) => (withheld & bitOf(needed)) !== 0)

/** The rights of an administrator by area and action. An absent one keeps its value; of a new administrator: true. */
export type AdminPermissions = {
  [Area in RightArea]?: { [Right in AdminRight as Right extends `${Area}.${infer Action}` ? Action : never]?: boolean }
}

type Flags = Readonly<Record<string, boolean | undefined>>
const flagOf = (permissions: AdminPermissions, right: AdminRight): boolean | undefined => {
  const area: Flags | undefined = permissions[areaOf(right)]
  return area?.[actionOf(right)]
}

/** What is withheld after a change, with every right that needs one of these. */
export function withhold(before: number, permissions: AdminPermissions): number {
  const isWithheld = (right: AdminRight) => !(flagOf(permissions, right) ?? (before & bitOf(right)) === 0)
  return adminRights.reduce((bits, right) => (needsOf(right).some(isWithheld) ? bits | bitOf(right) : bits), 0)
}

/** Every right with its value. */
export const permissionsOf = (withheld: number): AdminPermissions =>
  permissionsWithout((right) => isWithheldIn(withheld, right))

/** Every right: false where it is withheld. */
export const permissionsWithout = (isWithheld: (right: AdminRight) => boolean): AdminPermissions =>
  Object.fromEntries(
    rightAreas.map((area) => [
      area,
      Object.fromEntries(rightsOfArea(area).map((right) => [actionOf(right), !isWithheld(right)])),
    ]),
  )

/** The rights that are withheld, by name. */
export const withheldRightsOf = (withheld: number): AdminRight[] =>
  adminRights.filter((right) => isWithheldIn(withheld, right))

/** The rights that these permissions withhold, by name. */
export const withheldIn = (permissions: AdminPermissions): AdminRight[] => withheldRightsOf(withhold(0, permissions))

export const hasRight = ({ role, withheldRights }: { role: number; withheldRights: number }, right: AdminRight) =>
  role >= roles.root || (role >= roles.admin && !isWithheldIn(withheldRights, right))
