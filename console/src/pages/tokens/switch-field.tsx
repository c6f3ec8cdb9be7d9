import { Form, Switch } from 'antd'
import { useId } from 'react'
import layout from '../../components/layout.module.css'
import { Row } from '../../components/layout.tsx'
import css from './token-form.module.css'
import type { TokenValues } from './token-values.ts'

interface SwitchFieldProps {
  name:
    | 'unlimited_quota'
    | 'model_limits_enabled'
    | 'rate_limit_enabled'
    | 'cross_group_retry'
    | ['drawing', 'fallback']
  label: string
  hint: string
  onChange?(value: boolean): void
}

/** A switch with its name and its effect. */
export function SwitchField({ name, label, hint, onChange }: SwitchFieldProps) {
  const id = useId()
  return (
    <Row gap={16} align="start" justify="between" className={`${layout.notice} ${css.switchRow}`}>
      <label htmlFor={id}>
        <span>{label}</span>
        <span className={css.switchHint}>{hint}</span>
      </label>
      <Form.Item<TokenValues> name={name} noStyle valuePropName="checked">
        <Switch id={id} onChange={onChange} />
      </Form.Item>
    </Row>
  )
}
