import { parseStored } from '../../core/json/parse-stored.ts'
import type { TaskRow } from '../../store/schema.ts'
import type { ChargedTask } from '../charged-task.ts'
import type { PictureOperation } from './picture-wire.ts'

/** The gateway's data of pictures that are made after the call, in the column `data` of their task. */
export interface StoredPictures {
  operation: PictureOperation
  /** The caller asked for bytes in place of addresses. */
  wantsBytes: boolean
  upstream: { id: string; model: string }
  /** Milliseconds that an address of the result works; null = unknown. */
  lifetimeMs: number | null
  /** Set when they are charged. */
  charged?: ChargedTask
  /** Not more than requested. */
  outputs?: readonly { url: string }[]
  isModerated?: boolean
}

export const storedPicture = ({ data }: Pick<TaskRow, 'data'>): StoredPictures => parseStored<StoredPictures>(data)
