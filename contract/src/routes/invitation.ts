import { z } from 'zod'
import { route } from '../route.ts'
import { transferRequest } from '../user.ts'

export const invitationRoutes = {
  'GET /api/user/aff': route({
    access: 'user',
    effect: true,
    summary: 'The own invitation code, created on first request',
    data: z.string(),
  }),
  'POST /api/user/aff_transfer': route({
    access: 'user',
    summary: 'Turns earnings from invitations into balance',
    body: transferRequest,
    errors: ['transfer_below_minimum', 'transfer_not_enough'],
  }),
}
