/** Every action that the server writes into the audit trail; `action` of the texts has one for each. */
export const auditActions = [
  'user.create',
  'user.update',
  'user.quota',
  'user.disable',
  'user.enable',
  'user.promote',
  'user.demote',
  'user.delete',
  'user.second_factors.clear',
  'user.unbind',
  'user.authenticator.add',
  'user.authenticator.remove',
  'user.passkey.add',
  'user.passkey.remove',
  'channel.create',
  'channel.update',
  'channel.delete',
  'channel.tag',
  'channel.tag_edit',
  'channel.repair',
  'channel.batch_edit',
  'channel.status',
  'channel.restore',
  'channel.test_all',
  'channel.test_many',
  'channel.check_models',
  'channel.auto_disable',
  'channel.auto_enable',
  'channel.key_enable',
  'channel.key_disable',
  'channel.key_delete',
  'channel.key_auto_disable',
  'channel.key_auto_enable',
  'redemption.create',
  'redemption.update',
  'redemption.delete',
  'redemption.delete_invalid',
  'topup.complete',
  'topup.refund',
  'option.set',
  'option.reset',
  'option.apply_defaults',
  'option.publish_prices',
  'price_proposal.accept',
  'price_proposal.ignore',
  'price_source.create',
  'price_source.update',
  'price_source.delete',
  'log.purge',
  'group.move',
  'vendor.create',
  'vendor.update',
  'vendor.delete',
  'model.create',
  'model.update',
  'model.delete',
  'prefill_group.create',
  'prefill_group.update',
  'prefill_group.delete',
  'docs_page.create',
  'docs_page.update',
  'docs_page.order',
  'docs_page.delete',
  'setup',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditObjects = [
  'user',
  'passkey',
  'channel',
  'redemption',
  'order',
  'option',
  'price',
  'price_source',
  'usage_log',
  'group',
  'vendor',
  'model',
  'prefill_group',
  'docs_page',
  'system',
] as const
export type AuditObject = (typeof auditObjects)[number]

type Underscored<T extends string> = T extends `${infer Head}.${infer Tail}` ? `${Head}_${Underscored<Tail>}` : T

/**
 * The text key of an action; null for an unknown one, which is shown unchanged. `replaceAll` loses the
 * literal type.
 */
export const findTextKey = (action: string): Underscored<AuditAction> | null =>
  auditActions.some((known) => known === action) ? (action.replaceAll('.', '_') as Underscored<AuditAction>) : null

export const isAuditObject = (type: string): type is AuditObject => auditObjects.some((known) => known === type)
