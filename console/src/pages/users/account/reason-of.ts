import { parseRecord, textOf } from '@sluice/contract/read-json'

/** The reason that an administrator gave, in the values of a line of the audit trail; '' = none. */
export const reasonOf = (after: string | null): string => (after === null ? '' : textOf(parseRecord(after)?.reason))
