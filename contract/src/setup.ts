import { z } from 'zod'
import { passwordMax } from './account-bounds.ts'
import { address } from './options/option-type.ts'
import { isPlain } from './plain-text.ts'
import { because } from './reason-of-issue.ts'

export const setupStatus = z.object({
  status: z.boolean(),
  root_init: z.boolean(),
  database_type: z.enum(['', 'sqlite', 'mysql', 'postgres']),
  /** True when the form must send the token: always with SETUP_TOKEN, otherwise from another machine. */
  setup_token_required: z.boolean(),
})
export type SetupStatus = z.infer<typeof setupStatus>

/** Maximum length of the site's name. */
export const siteNameMax = 128

export const setupRequest = z.object({
  username: z.string().max(64).optional(),
  password: z.string().max(passwordMax).optional(),
  confirmPassword: z.string().max(passwordMax).optional(),
  /** Name of the site; absent or blank = unchanged. */
  SystemName: z.string().trim().max(siteNameMax).refine(isPlain, because('unseenCharacters')).optional(),
  /** Public address of the server, without a path; absent or blank = unchanged. */
  ServerAddress: address.schema.optional(),
  /** Whether new accounts may be created; absent = no, unless an import has stored it. */
  RegisterEnabled: z.boolean().optional(),
  SelfUseModeEnabled: z.boolean().default(false),
  DemoSiteEnabled: z.boolean().default(false),
  setup_token: z.string().max(256).optional(),
})
export type SetupRequest = z.input<typeof setupRequest>
