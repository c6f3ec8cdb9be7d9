import { z } from 'zod'
import { groupNameMax } from '../name-lists.ts'
import { route } from '../route.ts'
import { videoModel } from '../video-model.ts'

const ownModels = {
  query: z.object({ group: z.string().trim().max(groupNameMax).default('') }),
  data: z.array(z.string()),
} as const

export const modelRoutes = {
  'GET /api/models': route({
    access: 'user',
    summary: 'The models offered for each channel type; the address with a trailing slash is another route',
    data: z.record(z.string(), z.array(z.string())),
  }),
  'GET /api/user/models': route({
    access: 'user',
    summary: 'The models the caller can use through any of their groups, or through one of them',
    ...ownModels,
  }),
  'GET /api/user/video_models': route({
    access: 'user',
    summary: 'The models with which the caller can make videos, and what each can make',
    query: ownModels.query,
    data: z.array(videoModel),
  }),
  'GET /api/user/self/models': route({
    access: 'user',
    summary: 'The same, under the address that client libraries use',
    ...ownModels,
  }),
}
