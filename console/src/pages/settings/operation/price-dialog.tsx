import { Form, Input, Modal, Radio } from 'antd'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../../components/layout.module.css'
import texts from '../../../components/text.module.css'
import {
  buildPriceDraft,
  type DraftField,
  type PriceDraft,
  readPriceDraft,
  withField,
  withKind,
} from './price-draft.ts'
import type { Pricing } from './price-rows.ts'

export interface PriceDialogProps {
  /** The edited model, with a fixed name; null = a new one. */
  model: string | null
  pricing: Pricing | null
  quotaPerUnit: number
  isTaken(name: string): boolean
  onDone(name: string, pricing: Pricing): void
  onClose(): void
}

const fieldsThatFollow = ['ratio', 'completionRatio', 'inputDollars', 'outputDollars'] as const

/** The price of one model: by tokens, as ratios or in dollars, or a fixed price. */
export function PriceDialog({ model, pricing, quotaPerUnit, isTaken, onDone, onClose }: PriceDialogProps) {
  const { t } = useTranslation(['settings-prices', 'common'])
  const [form] = Form.useForm<PriceDraft>()
  const draftNow = (): PriceDraft => form.getFieldsValue(true)
  const isNew = model === null
  const isNameTaken = (name: string) => isNew && isTaken(name)

  const onValuesChange = (changed: Partial<PriceDraft>) => {
    const draft = draftNow()
    if (changed.kind !== undefined) {
      const before = changed.kind === 'call' ? 'tokens' : 'call'
      form.setFieldsValue(withKind({ ...draft, kind: before }, changed.kind))
    }
    for (const field of fieldsThatFollow) {
      const text = changed[field]
      if (text !== undefined) form.setFieldsValue(withField(draft, field, text, quotaPerUnit))
    }
  }
  const ruleOf = (field: DraftField) => ({
    validator: async () => {
      const result = readPriceDraft(draftNow(), isNameTaken)
      const fault = result.ok ? undefined : result.faults[field]
      if (fault !== undefined) throw new Error(t(`prices.fault.${fault}`))
    },
  })
  const finish = () => {
    const result = readPriceDraft(draftNow(), isNameTaken)
    if (!result.ok) return
    onDone(result.name, result.pricing)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
  }
  return (
    <Modal
      open
      title={isNew ? t('prices.addTitle') : t('prices.editTitle', { name: model })}
      okText={t('prices.apply')}
      cancelText={t('common:actions.cancel')}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <Form<PriceDraft>
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onBlur"
        initialValues={buildPriceDraft(model ?? '', pricing, quotaPerUnit)}
        scrollToFirstError={{ focus: true }}
        onValuesChange={onValuesChange}
        onFinish={finish}
        onKeyDown={onKeyDown}
      >
        <Form.Item<PriceDraft> name="name" label={t('prices.model')} required rules={[ruleOf('name')]}>
          <Input disabled={!isNew} autoFocus={isNew} autoComplete="off" className={texts.mono} />
        </Form.Item>
        <Form.Item<PriceDraft> name="kind" label={t('prices.kind')}>
          <Radio.Group
            optionType="button"
            options={[
              { value: 'tokens', label: t('prices.byTokens') },
              { value: 'call', label: t('prices.byCall') },
            ]}
          />
        </Form.Item>
        <PriceFields ruleOf={ruleOf} />
      </Form>
    </Modal>
  )
}

interface PriceFieldsProps {
  ruleOf(field: DraftField): { validator(): Promise<void> }
}

function PriceFields({ ruleOf }: PriceFieldsProps) {
  const { t } = useTranslation('settings-prices')
  const form = Form.useFormInstance<PriceDraft>()
  const draft = Form.useWatch((values: PriceDraft) => values, { form, preserve: true })
  if (draft?.kind === undefined) return null
  const amount = (name: DraftField, label: string, options: { prefix?: string; extra?: string } = {}) => (
    <Form.Item<PriceDraft>
      name={name}
      label={label}
      required={name !== 'completionRatio' && name !== 'outputDollars'}
      rules={[ruleOf(name)]}
      extra={options.extra}
    >
      <Input inputMode="decimal" autoComplete="off" prefix={options.prefix} />
    </Form.Item>
  )
  if (draft.kind === 'call') {
    return amount('price', t('prices.pricePerCall'), { prefix: '$', extra: t('prices.pricePerCallHelp') })
  }
  return (
    <>
      <Form.Item<PriceDraft> name="by" label={t('prices.by')}>
        <Radio.Group
          optionType="button"
          options={[
            { value: 'ratio', label: t('prices.byRatio') },
            { value: 'dollars', label: t('prices.byDollars') },
          ]}
        />
      </Form.Item>
      {draft.by === 'ratio' ? (
        <div className={layout.pair}>
          {amount('ratio', t('prices.ratio'), { extra: dollarsLine(draft.inputDollars) })}
          {amount('completionRatio', t('prices.completionRatio'), {
            extra: draft.outputDollars === '' ? t('prices.outputByName') : dollarsLine(draft.outputDollars),
          })}
        </div>
      ) : (
        <div className={layout.pair}>
          {amount('inputDollars', t('prices.inputDollars'), {
            prefix: '$',
            extra: draft.ratio === '' ? undefined : t('prices.asRatio', { value: draft.ratio }),
          })}
          {amount('outputDollars', t('prices.outputDollars'), {
            prefix: '$',
            extra:
              draft.completionRatio === ''
                ? t('prices.outputByName')
                : t('prices.asRatio', { value: draft.completionRatio }),
          })}
        </div>
      )}
    </>
  )

  function dollarsLine(dollars: string): string | undefined {
    return dollars === '' ? undefined : t('prices.asDollars', { value: `$${dollars}` })
  }
}
