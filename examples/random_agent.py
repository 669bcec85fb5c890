"""An agent that plays at random through the Model Context Protocol.

    python -m benchmarks.language_models --agent examples.random_agent:RandomAgent
    python -m benchmarks.language_models --command "python3 examples/random_agent.py"

A real agent gives `game.prompt` and the tools to a language model and lets it call them.
"""

import asyncio
import os
import random

from mcp import Client


class RandomAgent:
    """Chooses among the legal actions, each as likely as another."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    async def play(self, client: Client, game) -> None:
        """Play a game to its end."""
        await self.play_by_id(client, game.game_id)

    async def play_by_id(self, client: Client, game_id: str) -> None:
        """Play a game to its end, of which only the id is known."""
        over = False
        while not over:
            page = await self.call(client, "legal_actions", game_id=game_id, limit=500)
            number = self.random.randrange(page["total"])
            if number >= len(page["actions"]):  # on another page
                more = {"offset": number, "limit": 1}
                page = await self.call(client, "legal_actions", game_id=game_id, **more)
                number = 0
            action = page["actions"][number]
            over = (await self.call(client, "act", game_id=game_id, actions=[action]))["over"]

    async def call(self, client: Client, tool: str, **given):
        """Call a tool and return its answer; an error ends the game for this agent."""
        answer = await client.call_tool(tool, given)
        if answer.is_error:
            raise RuntimeError(answer.content[0].text)
        return answer.structured_content


async def main() -> None:
    """Play the game that the runner of the benchmark has set up."""
    async with Client(os.environ["BRIDGEHEAD_MCP_URL"]) as client:
        agent = RandomAgent(int(os.environ["BRIDGEHEAD_SEED"]))
        await agent.play_by_id(client, os.environ["BRIDGEHEAD_GAME"])


if __name__ == "__main__":
    asyncio.run(main())
