import { Form } from 'antd'
import type { ReactNode } from 'react'
import type { FieldRules } from './field-rules.ts'
import type { RowFormat } from './row-format.ts'

interface RowsItemProps<Row> {
  name: 'cost_prices' | 'header_override' | 'model_mapping' | 'param_override' | 'status_code_mapping'
  label: string
  help: string
  format: RowFormat<Row>
  rules: Pick<FieldRules, 'rows' | 'contract'>
  /** The field of rows. */
  children: ReactNode
}

/** A field of rows over a JSON text: an invalid row is named first, then what the server would refuse. */
export const RowsItem = <Row,>({ name, label, help, format, rules, children }: RowsItemProps<Row>) => (
  <Form.Item name={name} label={label} extra={help} validateFirst rules={[rules.rows(format), rules.contract(name)]}>
    {children}
  </Form.Item>
)
