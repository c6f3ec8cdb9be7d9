import { z } from 'zod'
import { pagedListOf } from './envelope.ts'
import { modelFacts } from './model-facts.ts'
import { quotaTypes } from './priced-kinds.ts'
import { isRecord, parseJson } from './read-json.ts'
import { because } from './reason-of-issue.ts'

/** Vendors of models, and the entries about models in the price list. Times are Unix seconds. */

export const catalogueNameMax = 128
export const descriptionMax = 5_000
export const iconMax = 255
const name = z.string().trim().min(1).max(catalogueNameMax)
const description = z.string().trim().max(descriptionMax)
const icon = z.string().trim().max(iconMax)
/** 1 = in use; 0 = kept, without effect. */
const status = z.union([z.literal(0), z.literal(1)])
const flag = z.union([z.literal(0), z.literal(1)])
const id = z.number().int().positive()
const times = { created_time: z.number(), updated_time: z.number() }

export const vendor = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  /** An image address is shown; other texts are kept for clients that know them. */
  icon: z.string(),
  status,
  ...times,
})
export type Vendor = z.infer<typeof vendor>
export const vendorPage = pagedListOf(vendor)

const vendorFields = { name, description, icon, status }
/** Body of POST /api/vendors/. */
export const vendorCreate = z.object({
  ...vendorFields,
  description: description.default(''),
  icon: icon.default(''),
  status: status.default(1),
})
export type VendorCreate = z.input<typeof vendorCreate>
/** Body of PUT /api/vendors/: absent fields stay. */
export const vendorUpdate = z.object(vendorFields).partial().extend({ id })
export type VendorUpdate = z.input<typeof vendorUpdate>
/** How an entry's `model_name` is matched against the name of a model. */
export const nameRules = { exact: 0, prefix: 1, contains: 2, suffix: 3 } as const
const nameRule = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type NameRule = z.infer<typeof nameRule>

/** Whether an entry named `name` applies to `model`. */
export function matchesName({ name, rule }: { name: string; rule: number }, model: string): boolean {
  if (rule === nameRules.prefix) return model.startsWith(name)
  if (rule === nameRules.suffix) return model.endsWith(name)
  return rule === nameRules.contains ? model.includes(name) : model === name
}

/** JSON text: an object of endpoint types, or a list of them; '' = as the channels offer. */
const endpoints = z
  .string()
  .trim()
  .max(10_000)
  .refine((text) => text === '' || isJsonContainer(text), because('notJson'))

function isJsonContainer(text: string): boolean {
  const value = parseJson(text)
  return isRecord(value) || Array.isArray(value)
}

/** An entry about the models that `model_name` matches. */
export const modelCard = z.object({
  id: z.number(),
  model_name: z.string(),
  description: z.string(),
  icon: z.string(),
  /** Comma-separated. */
  tags: z.string(),
  /** 0 = derived from the name. */
  vendor_id: z.number(),
  endpoints: z.string(),
  status,
  /** Kept for clients that synchronise entries. */
  sync_official: flag,
  name_rule: nameRule,
  /** By the operator. */
  facts: modelFacts,
  /** By the public data set about a model of this name. */
  known_facts: modelFacts,
  ...times,
  /** Enabled channels that offer a matched model. */
  bound_channels: z.array(z.object({ name: z.string(), type: z.number() })),
  enable_groups: z.array(z.string()),
  quota_types: z.array(z.union([z.literal(quotaTypes.byTokens), z.literal(quotaTypes.perCall)])),
  /** Models of enabled channels that the rule matches; the first hundred. */
  matched_models: z.array(z.string()),
  matched_count: z.number(),
})
export type ModelCard = z.infer<typeof modelCard>
export const modelCardPage = pagedListOf(modelCard).extend({
  /** Vendor id to its entries. */
  vendor_counts: z.record(z.string(), z.number()),
})
export type ModelCardPage = z.infer<typeof modelCardPage>

/** Maximum length of the comma-joined tags of an entry. */
export const modelTagsMax = 1_000

const cardFields = {
  model_name: name,
  description,
  icon,
  tags: z.string().trim().max(modelTagsMax),
  vendor_id: z.number().int().min(0),
  endpoints,
  status,
  sync_official: flag,
  name_rule: nameRule,
  facts: modelFacts,
}
/** Body of POST /api/models/. */
export const modelCardCreate = z.object({
  ...cardFields,
  description: description.default(''),
  icon: icon.default(''),
  tags: cardFields.tags.default(''),
  vendor_id: cardFields.vendor_id.default(0),
  endpoints: endpoints.default(''),
  status: status.default(1),
  sync_official: flag.default(1),
  name_rule: nameRule.default(nameRules.exact),
  facts: modelFacts.default({}),
})
export type ModelCardCreate = z.input<typeof modelCardCreate>
/** Body of PUT /api/models/. */
export const modelCardUpdate = z.object(cardFields).partial().extend({ id })
export type ModelCardUpdate = z.input<typeof modelCardUpdate>

export const prefillTypes = ['model', 'tag', 'endpoint'] as const
export type PrefillType = (typeof prefillTypes)[number]
/** Lists of names that forms can insert at once: models of a channel, tags or endpoints of a model. */
export const prefillGroup = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(prefillTypes),
  /** A list of names; for endpoints also an object. */
  items: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]),
  description: z.string(),
  ...times,
})
export type PrefillGroup = z.infer<typeof prefillGroup>

const itemName = z.string().trim().min(1).max(255)
/** Some clients send it as JSON text. */
const items = z.preprocess(
  (value) => (typeof value === 'string' ? (parseJson(value) ?? value) : value),
  z.union([z.array(itemName).max(1_000), z.record(z.string().min(1).max(255), z.unknown())]),
)
const groupFields = { name, type: z.enum(prefillTypes), items, description }
/** Body of POST /api/prefill_group/. */
export const prefillGroupCreate = z.object({ ...groupFields, description: description.default('') })
export type PrefillGroupCreate = z.input<typeof prefillGroupCreate>
/** Body of PUT /api/prefill_group/. */
export const prefillGroupUpdate = z.object(groupFields).partial().extend({ id })
export type PrefillGroupUpdate = z.input<typeof prefillGroupUpdate>
