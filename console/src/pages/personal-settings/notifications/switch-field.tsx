import { Form, Switch } from 'antd'
import { Row } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import css from '../personal-settings.module.css'
import type { SettingValues } from './setting-values.ts'

interface SwitchFieldProps {
  name: keyof SettingValues
  label: string
  help: string
}

/** A switch of the form with its name, and what it does, at the left. */
export const SwitchField = ({ name, label, help }: SwitchFieldProps) => (
  <Row gap={16} align="start" justify="between" className={css.switchRow}>
    <div>
      <label htmlFor={`setting_${name}`}>{label}</label>
      <p className={texts.below}>{help}</p>
    </div>
    <Form.Item noStyle name={name} valuePropName="checked">
      <Switch />
    </Form.Item>
  </Row>
)
