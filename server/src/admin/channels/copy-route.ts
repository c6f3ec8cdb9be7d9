import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { ChannelService } from './service.ts'

export function mountCopyRoute(api: AdminApi, service: ChannelService): void {
  api.route('POST /api/channel/copy/:id', async ({ params, query, caller, raw, audit }) => {
    const { id } = await service.copy(params.id, query, { language: languageOf(raw.headers, caller), audit })
    return { data: { id } }
  })
}
