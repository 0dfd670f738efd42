/** The parameters of a path with `:id`. */
export const byId = (id: number) => ({ param: { id: String(id) } })
