import { makeReason } from '@sluice/contract/error-reasons'
import type {
  UpstreamModels,
  UpstreamModelsApplied,
  upstreamModelsAppliedToAll,
  upstreamModelsApply,
} from '@sluice/contract/upstream-models'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Language } from '../../platform/accepted-language.ts'
import type { Services } from '../../services.ts'
import { findModelCheck, listModelChecks, saveModelCheck } from '../../store/model-checks.ts'
import { buildUpstreamModels } from '../../upkeep/check-models.ts'
import type { Audit } from '../record-audit.ts'
import type { ChannelService } from './service.ts'
import type { ChannelUpkeep } from './upkeep-service.ts'

/** Applies new and vanished models of upstreams, as the last checks found them. */
export function createUpstreamModelChanges(
  { db, upkeep }: Services<'db'> & { upkeep: Pick<ChannelUpkeep, 'checkModels'> },
  channels: ChannelService,
) {
  /** Throws not_found for a channel that was never checked. */
  async function read(id: number, language: Language): Promise<UpstreamModels> {
    const row = await findModelCheck(db, id)
    if (row === undefined) throw new GatewayError('not_found', { what: makeReason('channel') })
    return buildUpstreamModels(row, language)
  }

  const list = async (language: Language): Promise<UpstreamModels[]> =>
    (await listModelChecks(db)).map((row) => buildUpstreamModels(row, language))

  /** Applies those of the names that are pending. */
  async function applyPending(id: number, asked: { add: readonly string[]; remove: readonly string[] }, audit: Audit) {
    const pending = await read(id, 'en')
    const add_models = pending.add_models.filter((name) => asked.add.includes(name))
    const remove_models = pending.remove_models.filter((name) => asked.remove.includes(name))
    return await channels.changeModels(id, { add_models, remove_models }, audit)
  }

  return {
    list,

    /** Checks the models of a channel now. */
    async detect(
      id: number,
      { language, signal }: { language: Language; signal: AbortSignal },
    ): Promise<UpstreamModels> {
      await upkeep.checkModels(id, signal)
      return await read(id, language)
    },

    async apply(body: z.output<typeof upstreamModelsApply>, audit: Audit): Promise<UpstreamModelsApplied> {
      const row = await findModelCheck(db, body.id)
      // A channel that was never checked has nothing pending.
      if (row === undefined) return nothingApplied(body.id, (await channels.read(body.id)).models)
      const applied = await applyPending(body.id, { add: body.add_models, remove: body.remove_models }, audit)
      if (body.ignore_models.length + body.unignore_models.length > 0) {
        const { name: _name, models: _models, ...check } = row
        const known: string[] = JSON.parse(row.ignored)
        const entries = [...new Set([...known, ...body.ignore_models])]
        const ignored = entries.filter((entry) => !body.unignore_models.includes(entry))
        await saveModelCheck(db, { ...check, ignored: JSON.stringify(ignored) })
      }
      const { add_models, remove_models, ignored_models } = await read(body.id, 'en')
      return {
        id: body.id,
        ...applied,
        ignored_models,
        remaining_models: add_models,
        remaining_remove_models: remove_models,
        settings: '',
      }
    },

    /** Of all channels with a difference, or those in `ids`. One that fails does not stop the others. */
    async applyAll(
      ids: readonly number[] | undefined,
      audit: Audit,
    ): Promise<z.output<typeof upstreamModelsAppliedToAll>> {
      const pending = (await list('en'))
        .filter(({ channel_id: id }) => ids?.includes(id) ?? true)
        .filter(({ add_models: add, remove_models: remove }) => add.length + remove.length > 0)
      const failed: number[] = []
      const results = []
      for (const { channel_id, channel_name, add_models: add, remove_models: remove } of pending) {
        const applied = await applyPending(channel_id, { add, remove }, audit).catch((error: unknown) => {
          if (error instanceof GatewayError) return null
          throw error
        })
        if (applied === null) failed.push(channel_id)
        else {
          const { added_models, removed_models } = applied
          const left = { remaining_models: [], remaining_remove_models: [] }
          results.push({ channel_id, channel_name, added_models, removed_models, ...left })
        }
      }
      return {
        processed_channels: results.length,
        added_models: sum(results.map(({ added_models }) => added_models.length)),
        removed_models: sum(results.map(({ removed_models }) => removed_models.length)),
        failed_channel_ids: failed,
        results,
      }
    },
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const nothingApplied = (id: number, models: string): UpstreamModelsApplied => ({
  id,
  added_models: [],
  removed_models: [],
  ignored_models: [],
  remaining_models: [],
  remaining_remove_models: [],
  models,
  settings: '',
})
