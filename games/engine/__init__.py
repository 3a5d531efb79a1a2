"""The rules engine: games, moves and chance. Only its kit imports Django, for translations."""
