import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { PriceRule } from '@sluice/contract/price-rules'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer, type Submitted } from '../form-drawer.tsx'
import texts from '../text.module.css'
import { buildRuleDraft, emptyRule, readRuleDraft } from './rule-draft.ts'
import { RuleFields, type RulesValues } from './rule-fields.tsx'

export interface RulesDrawerProps {
  /** The edited model, with a fixed name; '' = a new one; null = closed. */
  model: string | null
  rules: readonly PriceRule[]
  isTaken(model: string): boolean
  onDone(model: string, rules: readonly PriceRule[]): void
  onClose(): void
}

/** The rules of one model, in order of precedence. */
export function RulesDrawer({ model, rules, isTaken, onDone, onClose }: RulesDrawerProps) {
  const { t } = useTranslation(['settings-prices', 'common'])
  const isNew = model === ''
  const done = async (values: RulesValues): Promise<Submitted> => {
    const read = (values.rules ?? []).map(readRuleDraft)
    onDone(
      values.model.trim(),
      read.flatMap((one) => (one.ok ? [one.rule] : [])),
    )
    return 'saved'
  }
  return (
    <FormDrawer<RulesValues>
      key={model}
      open={model !== null}
      title={isNew ? t('rules.addTitle') : t('rules.editTitle', { model: model ?? '' })}
      submitText={t('prices.apply')}
      mostlyOptional
      onClose={onClose}
      onSubmit={done}
      initialValues={{
        model: model ?? '',
        rules: rules.length === 0 ? [emptyRule] : rules.map(buildRuleDraft),
      }}
    >
      <Form.Item<RulesValues>
        name="model"
        label={t('prices.model')}
        required
        rules={[
          {
            validator: async (_, text: string) => {
              if (text.trim() === '') throw new Error(t('prices.fault.nameRequired'))
              if (isNew && isTaken(text.trim())) throw new Error(t('rules.taken'))
            },
          },
        ]}
      >
        <Input disabled={!isNew} className={texts.mono} autoComplete="off" />
      </Form.Item>
      <p className={texts.note}>{t('rules.orderHint')}</p>
      <Form.List name="rules">
        {(fields, { add, remove, move }) => (
          <>
            {fields.map(({ key, name }) => (
              <RuleFields
                key={key}
                name={name}
                count={fields.length}
                onMove={(step) => move(name, name + step)}
                onDelete={() => remove(name)}
              />
            ))}
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => add(emptyRule)}>
              {t('rules.addRule')}
            </Button>
          </>
        )}
      </Form.List>
    </FormDrawer>
  )
}
