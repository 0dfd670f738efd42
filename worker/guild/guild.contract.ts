/** What the public pages show of the guild. */
export type PublicGuild = { name: string }
