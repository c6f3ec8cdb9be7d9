export interface LockedPackage {
  version?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  peer?: boolean
  link?: boolean
}
export type Level = 'run' | 'develop'
export function listPlanned(wanted: Record<string, LockedPackage> | null, plan: readonly string[]): string[]
export function planInstall(state: {
  wanted: Record<string, LockedPackage> | null
  present: Record<string, LockedPackage> | null
  level: Level
}): string[] | null
