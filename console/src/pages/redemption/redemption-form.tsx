import { type Redemption, redemptionCountMax, redemptionNameMax } from '@sluice/contract/redemption'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { CountPresets } from '../../components/count-presets.tsx'
import { never } from '../../components/expiry.ts'
import { ExpiryInput } from '../../components/expiry-input.tsx'
import layout from '../../components/layout.module.css'
import { NumberField } from '../../components/number-field.tsx'
import { QuotaInput, quotaPresets } from '../../components/quota-input.tsx'
import { formatQuota } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { defaultNameOf, nameProblem, newRedemptionValues, type RedemptionValues } from './redemption-values.ts'

const countPresets = [1, 10, 50, redemptionCountMax] as const
const countBounds = { min: 1, max: redemptionCountMax } as const
const nameBounds = { max: redemptionNameMax } as const
const expiryChoices = ['never', 'week', 'month', 'year'] as const

/** The fields of a code; `edited` is the edited code, absent = new ones. */
export function RedemptionForm({ edited }: { edited?: Redemption }) {
  const { t } = useTranslation('redemption')
  const form = Form.useFormInstance<RedemptionValues>()
  const format = useQuotaFormat()
  const quota = Form.useWatch<number | null | undefined>('quota', form) ?? newRedemptionValues.quota
  const isNew = edited === undefined
  return (
    <div>
      <Form.Item<RedemptionValues>
        name="name"
        label={t('form.name')}
        required={!isNew}
        extra={t(isNew ? 'form.nameHint' : 'form.nameHintEdit', nameBounds)}
        rules={[
          {
            validator: async (_, text: string | undefined) => {
              const problem = nameProblem(text ?? '', { required: !isNew })
              if (problem !== null) throw new Error(t(`problem.${problem}`, nameBounds))
            },
          },
        ]}
      >
        <Input autoFocus autoComplete="off" {...(isNew && { placeholder: defaultNameOf(quota, format) })} />
      </Form.Item>
      <Form.Item<RedemptionValues>
        name="quota"
        label={t('form.quota')}
        required
        rules={[
          {
            validator: async (_, amount: number | null) => {
              if (amount === null || amount === undefined) throw new Error(t('problem.quotaRequired'))
              if (amount <= 0) throw new Error(t('problem.quotaPositive'))
            },
          },
        ]}
      >
        <QuotaInput presets={quotaPresets} />
      </Form.Item>
      {isNew && <CountField />}
      <Form.Item<RedemptionValues>
        name="expired_time"
        label={t('form.expiry')}
        extra={t('form.expiryHint')}
        rules={[
          {
            validator: async (_, seconds: number) => {
              if (Number.isNaN(seconds)) throw new Error(t('problem.expiryInvalid'))
              const isPast = seconds !== never && seconds <= Date.now() / 1000
              if (isPast && seconds !== edited?.expired_time) throw new Error(t('problem.expiryPast'))
            },
          },
        ]}
      >
        <ExpiryInput choices={expiryChoices} />
      </Form.Item>
    </div>
  )
}

function CountField() {
  const { t } = useTranslation('redemption')
  const form = Form.useFormInstance<RedemptionValues>()
  const format = useQuotaFormat()
  const count = Form.useWatch<number | null | undefined>('count', form)
  const quota = Form.useWatch<number | null | undefined>('quota', form) ?? 0
  const isMany = typeof count === 'number' && count > 1 && count <= redemptionCountMax && quota > 0
  const total = { count: count ?? 0, amount: formatQuota(quota * (count ?? 0), format) }
  return (
    <>
      <Form.Item<RedemptionValues>
        name="count"
        label={t('form.count')}
        required
        style={{ marginBottom: 0 }}
        rules={[
          { type: 'integer', ...countBounds, message: t('problem.countInvalid', countBounds) },
          { required: true, message: t('problem.countInvalid', countBounds) },
        ]}
      >
        <NumberField className={layout.wide} controls={false} inputMode="numeric" />
      </Form.Item>
      <Form.Item extra={isMany ? t('form.total', total) : t('form.countHint', countBounds)}>
        <CountPresets
          presets={countPresets}
          value={count}
          onChoose={(preset) => {
            form.setFieldValue('count', preset)
            form.validateFields(['count']).catch(() => undefined)
          }}
        />
      </Form.Item>
    </>
  )
}
