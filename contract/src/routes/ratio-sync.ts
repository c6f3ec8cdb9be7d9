import { z } from 'zod'
import { ratioSyncAnswer, ratioSyncChannel, ratioSyncRequest } from '../ratio-sync.ts'
import { route } from '../route.ts'

export const ratioSyncRoutes = {
  'GET /api/ratio_sync/channels': route({
    access: 'root',
    summary: 'The channels and public lists whose prices can be compared with those of this site',
    data: z.array(ratioSyncChannel),
  }),
  'POST /api/ratio_sync/fetch': route({
    access: 'root',
    summary: 'Fetches lists of prices and answers the differences; nothing is changed',
    body: ratioSyncRequest,
    data: ratioSyncAnswer,
  }),
}
