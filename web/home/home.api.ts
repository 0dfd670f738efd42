import { call, client } from '#web/lib/api.ts'

export const loadAttention = () => call(client.api.orders.attention.$get())
