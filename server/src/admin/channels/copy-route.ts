import { type Language, languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { ChannelService } from './service.ts'

const suffixes: Record<Language, string> = { en: '_copy', zh: '_复制' }

export function mountCopyRoute(api: AdminApi, service: ChannelService): void {
  api.route('POST /api/channel/copy/:id', async ({ params, query, caller, raw, audit }) => {
    const suffix = query.suffix ?? suffixes[languageOf(raw.headers, caller)]
    const keepsBalance = query.reset_balance === 'false' || query.reset_balance === '0'
    const { id } = await service.copy(params.id, { suffix, keepsBalance }, audit)
    return { data: { id } }
  })
}
