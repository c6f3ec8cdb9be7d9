import { makeReason } from '@sluice/contract/error-reasons'
import type { UpstreamModelsApplied } from '@sluice/contract/upstream-models'
import { GatewayError } from '../../core/errors.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import { findModelCheck, listModelChecks, saveModelCheck } from '../../store/model-checks.ts'
import { buildUpstreamModels } from '../../upkeep/check-models.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { ChannelService } from './service.ts'
import { mountWatching } from './upkeep-routes.ts'

type Audit = Parameters<ChannelService['changeModels']>[2]

/** New and vanished models of upstreams: found by checks, taken over by an administrator. */
export function mountUpstreamModelRoutes(
  api: AdminApi,
  { db, upkeep }: AdminDependencies,
  service: ChannelService,
): void {
  mountWatching(api, { upkeep, kind: 'models', path: '/api/channel/upstream_updates' })
  api.route('GET /api/channel/upstream_updates', async ({ caller, raw }) => {
    const language = languageOf(raw.headers, caller)
    return { data: (await listModelChecks(db)).map((row) => buildUpstreamModels(row, language)) }
  })
  api.route('POST /api/channel/upstream_updates/detect', async ({ body, caller, raw }) => {
    await upkeep.checkModels(body.id, raw.signal)
    return { data: await read(body.id, languageOf(raw.headers, caller)) }
  })
  api.route('POST /api/channel/upstream_updates/detect_all', async ({ caller, audit, raw }) => {
    await upkeep.startSweep('models', caller)
    await audit({ objectType: 'channel', action: 'channel.check_models', objectId: '' })
    return { data: await upkeep.progress('models', 0, languageOf(raw.headers, caller)) }
  })
  api.route('POST /api/channel/upstream_updates/apply', async ({ body, caller, audit, raw }) => {
    const language = languageOf(raw.headers, caller)
    const row = await findModelCheck(db, body.id)
    // A channel that was never checked has nothing pending.
    if (row === undefined) return { data: nothingApplied(body.id, (await service.read(body.id)).models) }
    const applied = await apply(body.id, { add: body.add_models, remove: body.remove_models }, audit)
    if (body.ignore_models.length + body.unignore_models.length > 0) {
      const { name: _name, models: _models, ...check } = row
      const known: string[] = JSON.parse(row.ignored)
      const entries = [...new Set([...known, ...body.ignore_models])]
      const ignored = entries.filter((entry) => !body.unignore_models.includes(entry))
      await saveModelCheck(db, { ...check, ignored: JSON.stringify(ignored) })
    }
    const { add_models, remove_models, ignored_models } = await read(body.id, language)
    return {
      data: {
        ...{ id: body.id, ...applied, ignored_models },
        ...{ remaining_models: add_models, remaining_remove_models: remove_models, settings: '' },
      },
    }
  })
  api.route('POST /api/channel/upstream_updates/apply_all', async ({ body, caller, audit, raw }) => {
    const language = languageOf(raw.headers, caller)
    const pending = (await listModelChecks(db))
      .map((row) => buildUpstreamModels(row, language))
      .filter(({ channel_id: id }) => body.ids?.includes(id) ?? true)
      .filter(({ add_models: add, remove_models: remove }) => add.length + remove.length > 0)
    const failed: number[] = []
    const results = []
    for (const { channel_id, channel_name, add_models: add, remove_models: remove } of pending) {
      const applied = await apply(channel_id, { add, remove }, audit).catch((error: unknown) => {
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
      data: {
        processed_channels: results.length,
        added_models: sum(results.map(({ added_models }) => added_models.length)),
        removed_models: sum(results.map(({ removed_models }) => removed_models.length)),
        ...{ failed_channel_ids: failed, results },
      },
    }
  })

  async function read(id: number, language: ReturnType<typeof languageOf>) {
    const row = await findModelCheck(db, id)
    if (row === undefined) throw new GatewayError('not_found', { what: makeReason('channel') })
    return buildUpstreamModels(row, language)
  }

  /** Takes over those of the names that are pending. */
  async function apply(
    id: number,
    asked: { add: readonly string[]; remove: readonly string[] },
    audit: Audit,
  ) {
    const pending = await read(id, 'en')
    const add_models = pending.add_models.filter((name) => asked.add.includes(name))
    const remove_models = pending.remove_models.filter((name) => asked.remove.includes(name))
    return await service.changeModels(id, { add_models, remove_models }, audit)
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const nothingApplied = (id: number, models: string): UpstreamModelsApplied => ({
  ...{ id, added_models: [], removed_models: [], ignored_models: [], remaining_models: [] },
  ...{ remaining_remove_models: [], models, settings: '' },
})
