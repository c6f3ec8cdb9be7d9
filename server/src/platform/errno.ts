import { tableOf } from '@sluice/contract/table-of'

/** Whether the file system reports that a path does not exist. */
export const isMissingFile = (error: unknown): boolean => codeOf(error) === 'ENOENT'

const fileFaults = tableOf<string>({
  ENOENT: 'it does not exist',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
})

/** Why a file could not be read, in words. */
export const describeFileFault = (error: unknown): string =>
  fileFaults[codeOf(error)] ?? (codeOf(error) || String(error))

/** The code of an error of the system or of a driver; '' = none. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
