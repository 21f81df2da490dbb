"""The client of Boreal's management API. Types of an account's API are in `account`, those of operators in `operator`."""
from ._caller import BorealError
from .account import Boreal
from .operator import BorealOperator

__all__ = ["Boreal", "BorealError", "BorealOperator"]
