import type { systemCancel } from '@sluice/contract/system'
import type { z } from 'zod'
import { exportKind } from '../../store/channel-sweeps.ts'
import type { AdminDependencies } from '../dependencies.ts'

/** Cancels long work on whichever node it runs. False if it does not run. */
export const cancelWork = (
  { upkeep }: Pick<AdminDependencies, 'upkeep'>,
  { kind, id }: z.output<typeof systemCancel>,
): Promise<boolean> => upkeep.works.cancel(kind === 'export' ? exportKind(id) : kind)
