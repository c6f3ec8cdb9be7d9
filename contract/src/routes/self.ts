import { z } from 'zod'
import { accountView } from '../account-view.ts'
import { route } from '../route.ts'
import { sessionGrant, sessionId, sessionItem, userSession } from '../session.ts'
import { selfWrite, user, userSettingWrite } from '../user.ts'

const sessionParams = z.object({ id: sessionId })

const accessToken = {
  summary: 'Creates a new system access token, shown once',
  data: z.string(),
  errors: ['owner_proof_required'],
} as const

export const selfRoutes = {
  'GET /api/user/token': route({ access: 'user', effect: true, ...accessToken }),
  'POST /api/user/token': route({ access: 'user', ...accessToken }),
  'GET /api/user/self': route({ access: 'user', summary: 'The own account', data: user }),
  'GET /api/user/self/view': route({
    access: 'user',
    summary: 'The view that the header X-Sluice-View names: whose account it shows to whom, and for how long',
    data: accountView,
    errors: ['view_ended'],
  }),
  'PUT /api/user/self': route({
    access: 'user',
    summary: 'Changes the own name, display name or password; with sidebar_modules or language changes only that',
    body: selfWrite,
    /** After a new password in a session: the session as newer clients carry it. */
    data: sessionGrant.optional(),
    errors: [
      'not_logged_in',
      'password_wrong',
      'second_factor_invalid',
      'server_overloaded',
      'sign_in_again',
      'username_taken',
    ],
  }),
  'DELETE /api/user/self': route({
    access: 'user',
    summary: 'Deletes the own account',
    errors: ['owner_proof_required', 'root_protected'],
  }),
  'PUT /api/user/setting': route({
    access: 'user',
    summary: 'Changes the given fields of the own settings',
    body: userSettingWrite,
    errors: ['server_overloaded'],
  }),
  'GET /api/user/self/sessions': route({
    access: 'user',
    summary: 'Where the own account is logged in',
    data: z.array(sessionItem),
  }),
  'DELETE /api/user/self/sessions': route({ access: 'user', summary: 'Ends all own sessions but this one' }),
  'DELETE /api/user/self/sessions/:id': route({
    access: 'user',
    summary: 'Ends one of the own sessions',
    params: sessionParams,
    errors: ['not_found'],
  }),
  'GET /api/user/sessions': route({
    access: 'user',
    summary: 'Own sessions, as newer clients read them',
    data: z.array(userSession),
  }),
  'DELETE /api/user/sessions/:sid': route({
    access: 'user',
    summary: 'Ends one of the own sessions',
    params: z.object({ sid: sessionId }),
    data: z.object({ revoked_sid: z.string(), current: z.boolean() }),
    errors: ['not_found'],
  }),
  'POST /api/user/sessions/revoke-others': route({
    access: 'user',
    summary: 'Ends all own sessions but this one',
    data: z.object({ revoked_count: z.number() }),
  }),
}
