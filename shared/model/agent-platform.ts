/** The platform of conversations with agents: no site, and no browser serves them. */
export const AGENT_PLATFORM = 'agent';
