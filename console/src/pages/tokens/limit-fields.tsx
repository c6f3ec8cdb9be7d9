import { type ApiToken, rateLimitBounds, rateLimitMessageMax } from '@sluice/contract/api-token'
import type { LimitName } from '@sluice/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { countLimits, LimitsInput, spendLimits } from '../../components/limits-input.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { QuotaInput, quotaPresets } from '../../components/quota-input.tsx'
import texts from '../../components/text.module.css'
import { useLimitsRule } from '../../components/use-limits-rule.ts'
import { formatQuota } from '../../lib/format.ts'
import { selfQuery } from '../../lib/queries.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { SwitchField } from './switch-field.tsx'
import type { TokenValues } from './token-values.ts'

/** What the key may spend: in all, in a day and in a month. `edited`: absent = a new key. */
export function SpendFields({ edited }: { edited: ApiToken | undefined }) {
  const { t } = useTranslation('tokens')
  return (
    <>
      <QuotaFields edited={edited} />
      <LimitsField only={spendLimits} hint={t('form.spendHint')} />
      <BalanceNote />
    </>
  )
}

/** How fast the key may call. */
export function RateFields() {
  const { t } = useTranslation('tokens')
  return (
    <>
      <RateLimitFields />
      <LimitsField only={countLimits} hint={t('form.ratesHint')} />
    </>
  )
}

/** No limit is one click away. */
export function FreeButton({ isUnlimited }: { isUnlimited: boolean }) {
  const { t } = useTranslation('tokens')
  const form = Form.useFormInstance<TokenValues>()
  if (isUnlimited) return null
  return (
    <Button
      size="small"
      onClick={() => {
        form.setFieldsValue({ unlimited_quota: true, count: 1 })
        form.validateFields(['remain_quota', 'count']).catch(() => undefined)
      }}
    >
      {t('form.noLimit')}
    </Button>
  )
}

/** Some of the limits: the field of the form holds all of them. */
function LimitsField({ only, hint }: { only: readonly LimitName[]; hint: string }) {
  const rule = useLimitsRule(only)
  return (
    <Form.Item<TokenValues> name="limits" rules={[rule]} extra={hint}>
      <LimitsInput only={only} />
    </Form.Item>
  )
}

/** The balance bounds every token, whatever its limits say. */
function BalanceNote() {
  const { t } = useTranslation('tokens')
  const { data: self } = useQuery(selfQuery)
  const format = useQuotaFormat()
  return (
    <p className={texts.hint}>
      {t('form.balance')} {self && t('form.balanceNow', { amount: formatQuota(self.quota, format) })}
    </p>
  )
}

function QuotaFields({ edited }: { edited: ApiToken | undefined }) {
  const { t } = useTranslation('tokens')
  const form = Form.useFormInstance<TokenValues>()
  const isUnlimited = Form.useWatch<boolean | undefined>('unlimited_quota', form) ?? false
  return (
    <>
      <SwitchField
        name="unlimited_quota"
        label={t('form.unlimited')}
        hint={t('form.unlimitedHint')}
        onChange={(unlimited) => {
          if (unlimited && edited === undefined) form.setFieldValue('count', 1)
          form.validateFields(['remain_quota', 'count']).catch(() => undefined)
        }}
      />
      <Form.Item<TokenValues>
        name="remain_quota"
        label={t('form.quota')}
        extra={t('form.quotaHint')}
        required={edited !== undefined}
        dependencies={['unlimited_quota', 'count']}
        rules={[
          {
            // A quota that is already negative is accepted.
            validator: async (_, quota: number | null | undefined) => {
              if (form.getFieldValue('unlimited_quota')) return
              const isEmpty = quota === null || quota === undefined
              if (isEmpty && edited === undefined && form.getFieldValue('count') > 1)
                throw new Error(t('form.quotaOfSeveral'))
              if (isEmpty && edited === undefined) return
              if (isEmpty) throw new Error(t('form.quotaRequired'))
              if (quota < 0 && quota !== edited?.remain_quota) throw new Error(t('form.quotaNegative'))
            },
          },
        ]}
      >
        <QuotaInput
          disabled={isUnlimited}
          presets={quotaPresets}
          placeholder={edited === undefined ? t('form.quotaEmpty') : undefined}
        />
      </Form.Item>
    </>
  )
}

/** A limit with its own message for callers. */
function RateLimitFields() {
  const { t } = useTranslation('tokens')
  const form = Form.useFormInstance<TokenValues>()
  const isOn = Form.useWatch<boolean | undefined>('rate_limit_enabled', form) ?? false
  return (
    <>
      <SwitchField name="rate_limit_enabled" label={t('form.rateLimit')} hint={t('form.rateLimitHint')} />
      <div className={layout.pair} hidden={!isOn}>
        <Form.Item<TokenValues> name="rate_limit_count" label={t('form.rateLimitCount')}>
          <NumberField className={layout.wide} {...rateLimitBounds.count} precision={0} controls={false} />
        </Form.Item>
        <Form.Item<TokenValues> name="rate_limit_minutes" label={t('form.rateLimitMinutes')}>
          <NumberField className={layout.wide} {...rateLimitBounds.minutes} precision={0} controls={false} />
        </Form.Item>
      </div>
      <Form.Item<TokenValues>
        name="rate_limit_message"
        label={t('form.rateLimitMessage')}
        extra={t('form.rateLimitMessageHint')}
        hidden={!isOn}
      >
        <Input maxLength={rateLimitMessageMax} />
      </Form.Item>
    </>
  )
}
