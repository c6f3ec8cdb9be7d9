/** What Form.Item sets on the control in it. */
export interface FormControl<Value> {
  id?: string
  value?: Value
  onChange?(value: Value): void
  onBlur?(): void
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
}
