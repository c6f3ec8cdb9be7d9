/** Whether a status of HTTP is a success. */
export const isSuccess = (status: number): boolean => status >= 200 && status <= 299
